import { mount } from "svelte";
import App from "./App.svelte";
import "./style.css";
import "./scenery.css";
import "./theme.ts";

const target = document.getElementById("app");
if (target) mount(App, { target });
