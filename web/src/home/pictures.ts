/** The pictures of the start page: a file in `pictures` for each game, by its name. */
import type { Component } from "svelte";
import any from "./pictures/any.svelte";

const found = import.meta.glob<Component>("./pictures/*.svelte", { eager: true, import: "default" });

export const picture = (system: string): Component => found[`./pictures/${system}.svelte`] ?? any;
