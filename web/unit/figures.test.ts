import { expect, test } from "vitest";
import { draft } from "../src/figures/mini.ts";
import { lookOf } from "../src/figures/looks.ts";

const parts = (name: string, kit: string[] = []) => lookOf(name, kit).pieces.map((piece) => piece.part);

test("what somebody carries is drawn, before what his name would suggest", () => {
  expect(parts("Town Guard", ["Short Spear"])).toContain("spear");
  expect(parts("Town Guard", ["Crossbow"])).toContain("crossbow");
  expect(parts("Rolf", ["Marksman", "human", "shield", "helmet", "mace"])).toEqual(
    expect.arrayContaining(["maceBack", "hammer", "roundShield"]),
  );
});

test("kinds are told by words, also by words of own content", () => {
  expect(parts("Frost Dragon")).toEqual(["dragon"]);
  expect(parts("Skeletal Archer", ["Grave Bow"])).toEqual(expect.arrayContaining(["body:bones", "bow"]));
  expect(parts("Grunt", ["Orc", "axe"])).toEqual(expect.arrayContaining(["body:orc", "head:orc"]));
  expect(parts("Halfling Trapper", ["Bear Trap"])).toContain("body:jack");
  expect(lookOf("Armored Ogre").big).toBe(true);
});

test("whoever rides sits on something", () => {
  expect(parts("Human Knight", ["mounted", "Lance"])[0]).toBe("horse");
  expect(parts("Wolf Rider", ["mounted"])[0]).toBe("wolf");
  expect(parts("Human Griffon Rider").slice(0, 2)).toEqual(["griffonWings", "griffon"]);
});

test("nobody is without a drawing, and one drawing serves all of a kind", () => {
  for (const name of ["", "Xyzzy", "Unheard Of", "Ágnes", "7"]) expect(draft(name).layers.length).toBeGreaterThan(2);
  expect(draft("Orc Raider 1").id).toBe(draft("Orc Raider 2").id);
  expect(draft("Orc Raider").id).not.toBe(draft("Orc Warlord").id);
});

test("every word that a look is made of has a drawing", () => {
  const words =
    "lance halberd crossbow blowpipe gun pistol bow sling firepot net greatsword greataxe twin scythe shovel flail " +
    "spear whip hammer axe mace club rapier sword staff torch dagger claws fists banner";
  const kinds =
    "dragon hydra serpent griffon spider bats rats salamander basilisk cannon catapult wisp hound wolf boar bear " +
    "raptor horse sentinel golem ogre troll fiend goatfolk gargoyle imp wraith banshee wight skeleton ghoul " +
    "zombie vampire goblin orc skink lizard rat dwarf halfling elf necromancer witch shaman mage healer priest " +
    "judge cultist gravedigger berserker saint paladin captain knight sergeant pikeman archer marksman gunner " +
    "slinger trapper serf guard sneak crewman";
  for (const kind of kinds.split(" ")) {
    for (const word of words.split(" ")) draft(kind, [word]);
    draft(kind, ["mounted"]);
  }
});
