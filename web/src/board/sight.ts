/** What matters to a decision, and turning the camera to it where the table is larger than the frame. */
import type { Spot } from "../lib/draw.svelte.ts";
import { markPoint, siteBox, type Box } from "../lib/grid.ts";
import type { FigureId } from "../lib/wire.ts";
import type { Pull } from "./pull.ts";
import type { Surface } from "./surface.svelte.ts";

/** Where more may be picked, the picture would be too small to pick from. */
const MANY = 5;
/** A frame that is no wider is that of a phone, in pixels. */
const PHONE = 640;

export class Sight {
  readonly #surface: Surface;
  readonly #pull: Pull;
  /** The decision that was looked at last. */
  #beheld = -1;

  constructor(surface: Surface, pull: Pull) {
    this.#surface = surface;
    this.#pull = pull;
  }

  /** The frame has another size: what matters stays in sight. */
  again(): void {
    if (this.#beheld >= 0 && this.#surface.camera.sees(matters(this.#surface))) return;
    this.#beheld = -1;
    this.look();
  }

  /** A new decision, or a chosen target, brings what matters into sight where the frame is small. */
  look(): void {
    const { camera, table, inches } = this.#surface;
    // What is being pulled must not slip from under the pointer.
    if (!camera.small || this.#pull.held) return;
    const moment = table.said.state?.moment ?? -1;
    const anew = this.#beheld !== moment;
    this.#beheld = moment;
    const boxes = matters(this.#surface);
    // What was only pointed at on a wide screen is in sight already.
    if (!anew && camera.frame.w > PHONE && camera.sees(boxes)) return;
    if (anew) camera.follow(boxes, inches);
    else camera.show(boxes, inches);
  }
}

/** The boxes of everybody and everything that the decision is about. */
export function matters(surface: Surface): Box[] {
  const { table, draw, scene } = surface;
  const { said, choice } = table;
  const boxes: Box[] = [];
  const add = (figure: FigureId | null | undefined) => {
    const token = figure == null ? undefined : said.figures.get(figure);
    const box = token && siteBox(token.site, scene.board);
    if (box) boxes.push(box);
  };
  const dot = ([x, y]: Spot) => {
    const p = markPoint([x, y], scene.board);
    boxes.push({ x: p.x - 10, y: p.y - 10, w: 20, h: 20 });
  };
  const squares = (names: string[]) => boxes.push(...names.map((name) => surface.box(name)));
  add(said.request?.actor);
  add(said.request?.about);
  choice.chosenOption?.figures.forEach(add);
  const asked = interrupters(surface);
  if (asked.length <= MANY) asked.forEach(add);
  // An opened act shows all its targets, so that none lies hidden below the sheet.
  if (choice.open && !choice.chosen) choice.open.options.forEach((option) => option.figures.forEach(add));
  draw.pen?.area.forEach((outline) => outline.forEach(dot));
  choice.chosenOption?.spots.forEach(dot);
  squares(choice.chosenWay?.path ?? choice.chosenOption?.squares ?? []);
  if (boxes.length === 0) scene.figures.filter((token) => token.acting).forEach((token) => add(token.figure));
  if (boxes.length === 0 && said.request?.mine)
    for (const option of said.request.options) {
      option.figures.forEach(add);
      squares(option.squares);
    }
  if (said.request?.mine && !choice.chosen) {
    // Places that no path leads to are pointed at, and may be far off: enemies who stand there are shown too, and with
    // nobody on the board yet the places themselves.
    const places = choice.ways.filter((way) => way.path.length === 0).map((way) => way.to);
    for (const name of places)
      surface
        .at(name)
        .filter((figure) => !said.own(figure))
        .forEach(add);
    if (boxes.length === 0) squares(surface.camera.frame.w > PHONE ? places : middle(places));
  }
  return boxes;
}

/** On a phone the middle one of many places, as large as a thumb needs it. */
const middle = (places: string[]) => places.slice(places.length >> 1, (places.length >> 1) + 1);

/** Who may interrupt somebody else is shown beside him. */
function interrupters({ table: { said, choice } }: Surface): FigureId[] {
  const request = said.request;
  if (!request?.mine || choice.chosen || choice.open) return [];
  if (request.actor != null && said.own(request.actor)) return [];
  return [...new Set(request.options.flatMap((option) => option.figures))];
}
