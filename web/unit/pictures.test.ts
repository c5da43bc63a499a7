import { expect, test } from "vitest";
import { picture } from "../src/home/pictures.ts";

test("a game has the picture that is called like it, and one without a picture has a neutral one", () => {
  const [own, other, none] = [picture("sellsword"), picture("coreheim"), picture("no-such-game")];
  expect(own).not.toBe(other);
  expect(none).toBe(picture("another-unknown-game"));
  expect(none).not.toBe(own);
});
