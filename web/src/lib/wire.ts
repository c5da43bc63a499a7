/** The wire as the server has it (generated into src/wire), with the few names that read better here. */
import type { Odds, ServerMessage } from "../wire/index.ts";

export type * from "../wire/index.ts";
export type FigureId = number;
export type Spoken<T extends ServerMessage["type"]> = Extract<ServerMessage, { type: T }>;
export type OddsOutcome = Odds["outcomes"][number];
