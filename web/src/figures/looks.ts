/**
 * What a figure looks like, by words alone: its name and its kit (what it is and what it carries, as the scene tells).
 * Nothing here knows a game: a card that somebody wrote today gets a drawing by the same words.
 */
import type { Palette } from "./drawing.ts";

/** A part and where it goes, as an SVG transform; `flip` turns an arm into the other one. */
export interface Piece {
  part: string;
  at?: string;
  /** In colours of its own: a mount beside its rider. */
  palette?: Palette;
}
export interface Look {
  pieces: Piece[];
  palette: Palette;
  /** Stands on a wide base. */
  big: boolean;
  /** The middle of its face and how much around it a portrait shows. */
  bust: [number, number, number];
}

type Table<T> = readonly (readonly [RegExp, T])[];
const first = <T>(table: Table<T>, words: string): T | undefined => table.find(([sign]) => sign.test(words))?.[1];

/** A number that stays the same for the same word: which of several faces, hairs and coats somebody has. */
function lot(word: string): number {
  let sum = 7;
  for (const letter of word) sum = (sum * 31 + letter.charCodeAt(0)) % 9973;
  return sum;
}
const one = <T>(list: readonly T[], number: number): T => list[number % list.length]!;

const SKINS = ["#e3b189", "#d9a27a", "#c68a5e", "#f0c8a2", "#9c6a45", "#b97f55"] as const;
const HAIRS = ["#5a3a1d", "#7a4a22", "#2f221a", "#a8742f", "#6d6256", "#8c3f1e"] as const;
const COATS = ["#6f7d45", "#7a5c3c", "#5d6470", "#7d4a3a"] as const;

interface Creature {
  body: string;
  palette: Palette;
  bust: [number, number, number];
  small?: boolean;
  back?: string;
}
const HORSE: Creature = { body: "horse", palette: { K: "#8a6242", K2: "#6b4a30", B: "#3a281c" }, bust: [108, 52, 27] };
const WOLF: Creature = { body: "wolf", palette: { K: "#7d7a76", K2: "#5c5955" }, bust: [92, 54, 27] };
const HOUND: Creature = { body: "hound", palette: { K: "#8f7254", K2: "#6b5139" }, bust: [92, 54, 27] };
const lizard = (K: string, K2: string): Creature => ({ body: "lizard", palette: { K, K2 }, bust: [104, 74, 28] });
const GRIFFON: Creature = { body: "griffon", palette: {}, bust: [104, 68, 26], back: "griffonWings" };
const RAPTOR: Creature = { body: "raptor", palette: { K: "#5f8f5a", K2: "#48703f" }, bust: [106, 40, 27] };
const BEAR: Creature = { body: "bear", palette: { K: "#6f5238", K2: "#543c28" }, bust: [104, 60, 30] };
const dragon = (K: string, K2: string, W: string): Creature => ({
  body: "dragon",
  palette: { K, K2, W },
  bust: [118, 32, 32],
});

/** Beasts and machines; the first that fits wins. */
const CREATURES: Table<Creature> = [
  [/bone dragon|dracolich/i, dragon("#e2d7b8", "#c4b58e", "#8d7f66")],
  [/dragon|wyrm|wyvern|drake/i, dragon("#b5502f", "#8e3a20", "#d98a4a")],
  [/hydra/i, { body: "hydra", palette: { K: "#4f8a7a", K2: "#3a6a5e" }, bust: [66, 12, 34] }],
  [
    /winged serpent|feathered serpent/i,
    {
      body: "serpent",
      palette: { K: "#3f9a86", K2: "#2d7565", W: "#d99a3f" },
      bust: [96, 30, 28],
      back: "batsBack",
    },
  ],
  [/serpent|snake|viper|adder/i, { body: "serpent", palette: { K: "#6c8f45", K2: "#4d6a30" }, bust: [96, 30, 28] }],
  [/griff[io]n|gryphon|hippogriff/i, GRIFFON],
  [/spider|scorpion|spinner/i, { body: "spider", palette: { K: "#4a4048", K2: "#352d34" }, bust: [84, 82, 28] }],
  [
    /\bbats?\b|crows?\b|ravens?\b/i,
    {
      body: "bats",
      palette: { K: "#5a4a58", W: "#3f3340" },
      bust: [62, 58, 44],
      small: true,
    },
  ],
  [
    /rat swarm|\brats\b|swarm|vermin/i,
    {
      body: "rats",
      palette: { K: "#7a6a5c", K2: "#65574b" },
      bust: [92, 92, 30],
      small: true,
    },
  ],
  [/giant rat|war rat|\brat$/i, { body: "boar", palette: { K: "#7a6a5c", K2: "#5f5146" }, bust: [106, 66, 30] }],
  [/salamander/i, lizard("#d9702f", "#b2521d")],
  [/basilisk/i, lizard("#6f9a4a", "#537835")],
  [/cave beast|crocodile$|alligator|giant lizard/i, lizard("#7c8a5a", "#5f6b43")],
  [/\bcannon|mortar|bombard/i, { body: "cannon", palette: {}, bust: [70, 86, 42] }],
  [/catapult|trebuchet|ballista|onager/i, { body: "catapult", palette: {}, bust: [66, 60, 56] }],
  [/wisp|will-o/i, { body: "wisp", palette: {}, bust: [60, 72, 34], small: true }],
  [/dead wolf|bone hound/i, { body: "wolf", palette: { K: "#a9a48f", K2: "#837d69" }, bust: [92, 54, 27] }],
  [/war ?hound|hunting hound|\bhounds?\b|\bdogs?\b|mastiff/i, HOUND],
  [/\bw(ol|ar)[fg]s?\b(?! rider)/i, WOLF],
  [/\bboars?\b(?! rider)/i, { body: "boar", palette: { K: "#6b4f3a", K2: "#513a2a" }, bust: [106, 66, 30] }],
  [/\bbears?\b(?! (rider|cavalry|trap))/i, BEAR],
  [/\b(raptors?|velociraptor)\b(?! rider)/i, RAPTOR],
  [/^(war ?horse|horse|pony|mule)\b/i, HORSE],
];
/** What a rider sits on. */
const MOUNTS: Table<Creature> = [
  [/griff[io]n|gryphon/i, GRIFFON],
  [/wolf rider|warg rider|wolf/i, WOLF],
  [/bear/i, BEAR],
  [/boar/i, { body: "boar", palette: { K: "#6b4f3a", K2: "#513a2a" }, bust: [106, 66, 30] }],
  [/raptor|lizard|terror/i, RAPTOR],
  [
    /skelet|bone|death|grave/i,
    {
      body: "deadhorse",
      palette: { bone: "bone" },
      bust: [108, 52, 27],
    },
  ],
  [/./, HORSE],
];
const RIDES = /\brider|cavalry|mounted|on horseback|warhorse|\bhorse\b|\bsteed|lancer/i;

interface Race {
  body?: string;
  head: string;
  palette: Palette;
  /** Scaled towards its feet. */
  scale?: [number, number];
  back?: string;
  big?: boolean;
  arm?: "claws" | "grasp" | "fists";
  bust?: [number, number, number];
  bare?: boolean;
}
const BONE: Palette = { A: "bone", H: "bone", K: "bone" };
const GREEN = { K: "#7ba549", K2: "#5d7f37", A: "#6f9440", H: "#6f9440" };
const bare = (K: string, K2: string, B = "#3a1f18"): Palette => ({ K, K2, A: K, H: K, B });
/** Kinds of people and monsters that stand on two legs. */
const RACES: Table<Race> = [
  [
    /sentinel|clockwork|automaton|iron golem|construct/i,
    { body: "clockwork", head: "cog", palette: {}, big: true, arm: "fists", bust: [60, 34, 30] },
  ],
  [
    /bone giant|skeletal giant/i,
    { body: "belly", head: "skullhelm", palette: { ...BONE, K2: "bone2" }, big: true, bust: [60, 34, 28] },
  ],
  [
    /golem|stone (guard|giant)|living statue/i,
    { body: "stone", head: "cog", palette: bare("#9a948a", "#7d776d"), big: true, arm: "fists" },
  ],
  [/ogre|giant|cyclops/i, { body: "ogre", head: "ogre", palette: bare("#c99a6e", "#b98b62"), big: true }],
  [/troll/i, { body: "belly", head: "troll", palette: bare("#7f9a72", "#627a58"), big: true }],
  [
    /minotaur|vessel|\bfiend|demon|devil|\bpit\b|balor/i,
    {
      body: "belly",
      head: "horned",
      palette: { ...bare("#b8493a", "#8f3328"), W: "#5a2030" },
      big: true,
      back: "batsBack",
      bare: true,
    },
  ],
  [/goatfolk|satyr|beastman/i, { body: "bare", head: "horned", palette: bare("#8a6242", "#6b4a30", "#4a3020") }],
  [
    /gargoyle/i,
    {
      body: "bare",
      head: "horned",
      palette: { ...bare("#8f928c", "#747770", "#5d605a"), W: "#6b6e68" },
      back: "batsBack",
      arm: "claws",
    },
  ],
  [
    /\bimp\b|familiar/i,
    {
      body: "bare",
      head: "horned",
      palette: { ...bare("#c0563f", "#97402d"), W: "#7a2f33" },
      back: "batsBack",
      scale: [0.74, 0.74],
      arm: "claws",
    },
  ],
  [
    /wraith|shade|spectre|specter|ghost|phantom/i,
    { body: "ghost", head: "shadow", palette: { C: "#7c8f9c", A: "#7c8f9c", H: "#a9bcc6" } },
  ],
  [/banshee/i, { body: "ghost", head: "veil", palette: { C: "#dfe8ea", A: "#dfe8ea", H: "#c9d6da" }, arm: "claws" }],
  [/wight|barrow|lich\b|death ?knight/i, { body: "plate", head: "skullhelm", palette: { ...BONE, A: "iron2" } }],
  [/skelet|\bbones?\b/i, { body: "bones", head: "skullhelm", palette: BONE }],
  [/ghoul/i, { body: "rags", head: "zombie", palette: bare("#b3a58f", "#94876f"), arm: "claws" }],
  [
    /zombie|thrall|shambl|corpse|drowned|revenant/i,
    { body: "rags", head: "zombie", palette: bare("#93a077", "#7d8a66"), arm: "grasp" },
  ],
  [
    /vampire|nosferatu|undead lord/i,
    { body: "coat", head: "vampire", palette: { A: "#4a3f4c", H: "#e6dfd4" }, back: "highcape" },
  ],
  [
    /goblin|gnoblar|kobold/i,
    { body: "livery", head: "goblin", palette: { ...GREEN, A: "S", H: "#7ba549" }, scale: [0.8, 0.8] },
  ],
  [/\borcs?\b|hobgoblin|uruk|\bboss\b/i, { body: "orc", head: "orc", palette: GREEN, bust: [62, 39, 26] }],
  [/skink/i, { body: "scales", head: "lizard", palette: bare("#5aa89a", "#43857a"), scale: [0.78, 0.78] }],
  [/crocodile/i, { body: "scales", head: "lizard", palette: bare("#7c8a5a", "#5f6b43") }],
  [/lizard|reptil|saurian|dragonkin/i, { body: "scales", head: "lizard", palette: bare("#6a9a4f", "#517a3b") }],
  [/rat ?(folk|man|men|kin)|skaven|\brat\b/i, { body: "fur", head: "rat", palette: bare("#8a7866", "#6c5d4f") }],
  [/dwarf|dwarven/i, { body: "gambeson", head: "dwarf", palette: { A: "S", H: "hide" }, scale: [1.04, 0.84] }],
  [/halfling|hobbit|gnome/i, { body: "jack", head: "scarf", palette: {}, scale: [0.78, 0.78] }],
  [/\belf|elven|fae\b|feral\b/i, { body: "jack", head: "elf", palette: { A: "C" } }],
];

interface Trade {
  body?: string;
  head?: string;
  coat?: string;
  back?: string;
  arm?: string;
  left?: string;
}
/** What people do for a living, for those whose kind says nothing of it. */
const TRADES: Table<Trade> = [
  [
    /necromancer|warlock|coven|cult master/i,
    { body: "robe", head: "shadow", coat: "#3b3442", arm: "skullstaff", left: "flamehand" },
  ],
  [
    /plague|crone|\bhag\b|witch(?! hunter)/i,
    { body: "robe", head: "braids", coat: "#4a4a3a", arm: "staff", left: "flamehand" },
  ],
  [/shaman|seer|prophet|runesmith/i, { body: "robe", coat: "#5a4a3a", arm: "staff", left: "flamehand" }],
  [
    /mage|wizard|sorcer|enchant|eldritch|sage|magister/i,
    { body: "robe", head: "wizard", coat: "D", arm: "staff", left: "flamehand" },
  ],
  [/healer|surgeon|medic/i, { body: "robe", head: "braids", coat: "#e8e0cc", arm: "staff" }],
  [
    /priest|cleric|monk|pilgrim|penitent|hermit|reliquar|messiah/i,
    { body: "robe", head: "bare", coat: "#6a5038", arm: "mace", left: "bookLeft" },
  ],
  [/witch hunter|inquisitor|hunter$|\bjudge/i, { body: "coat", head: "widehat", coat: "#4a3f4c", arm: "pistol" }],
  [/cultist|marked|acolyte/i, { body: "robe", head: "mask", coat: "#4a3038", arm: "dagger" }],
  [/gravedigger/i, { body: "apron", head: "cap", arm: "shovel" }],
  [/berserk|barbarian|marauder|reaver|twin/i, { body: "bare", head: "horned", arm: "axes" }],
  [
    /saint|messiah|chosen|champion of|dawn/i,
    { body: "plate", head: "crown", back: "cape", arm: "greatsword", left: "heaterShield" },
  ],
  [
    /paladin|crusader|templar/i,
    { body: "plate", head: "closed", back: "cape", arm: "greatsword", left: "heaterShield" },
  ],
  [
    /captain|lord|marshal|general|thane|baron|prince|king|queen|lady|warlord|chief/i,
    { body: "plate", head: "knight", back: "cape", arm: "greatsword", left: "heaterShield" },
  ],
  [
    /knight|man-at-arms|veteran|swordmaster|greatsword/i,
    { body: "plate", head: "closed", arm: "greatsword", left: "heaterShield" },
  ],
  [/sergeant|squire/i, { body: "gambeson", head: "nasal", arm: "sword", left: "heaterShield" }],
  [/pike/i, { body: "gambeson", head: "kettle", arm: "pike" }],
  [/halberd/i, { body: "gambeson", head: "kettle", arm: "halberd" }],
  [/longbow|archer|bowman|warden|ranger|scout|hunter|wold/i, { body: "jack", head: "hood", back: "cloak", arm: "bow" }],
  [/crossbow|marksman|sharpshooter/i, { body: "gambeson", head: "cap", arm: "crossbow" }],
  [/gunner|musket|handgun|arquebus/i, { body: "gambeson", head: "cap", arm: "gun" }],
  [/sling/i, { body: "jack", head: "scarf", arm: "sling" }],
  [/trapper|netcaster/i, { body: "jack", head: "hood", arm: "net" }],
  [/serf|peasant|farmer|villag/i, { body: "apron", head: "cap", coat: "#b99b6a", arm: "spear" }],
  [/spear|militia|guard/i, { body: "livery", head: "nasal", arm: "spear", left: "roundShield" }],
  [/sneak|thief|rogue|skulk|assassin|spy|cutpurse/i, { body: "jack", head: "masked", back: "cloak", arm: "dagger" }],
  [/crew|engineer|sapper/i, { body: "apron", head: "scarf", arm: "hammer" }],
  [/standard|banner/i, { body: "livery", head: "nasal", arm: "banner" }],
];

/** Weapons by the words of what is carried; the first that fits wins, so what shows most stands first. */
const ARMS: Table<string> = [
  [/\blance|\bpike/i, "pike"],
  [/halberd|glaive|polearm|poleaxe|bill\b/i, "halberd"],
  [/crossbow|arbalest/i, "crossbow"],
  [/blowpipe|dart ?blow|blowgun/i, "blowpipe"],
  [/gun(?!dy)|musket|rifle|arquebus|blunderbuss/i, "gun"],
  [/pistol/i, "pistol"],
  [/bow\b|bowman|archer/i, "bow"],
  [/sling/i, "sling"],
  [/fire ?pot|bomb|grenade|belch|flask|incendiary/i, "thrower"],
  [/\bnets?\b|bolas/i, "net"],
  [/great ?sword|two-handed sword|zweihander|sunblade|claymore/i, "greatsword"],
  [/great ?axe|cleaver|two-handed axe/i, "greataxe"],
  [/twin|hatchets|two axes|paired/i, "axes"],
  [/scythe|sickle/i, "scythe"],
  [/shovel|spade/i, "shovel"],
  [/flail|morning ?star|chain/i, "flail"],
  [/spear|javelin|hayfork|trident|\bfork|harpoon/i, "spear"],
  [/whip|lash\b/i, "whip"],
  [/hammer|maul|pick\b|pickaxe/i, "hammer"],
  [/axe|hatchet/i, "axe"],
  [/mace|censer/i, "mace"],
  [/club|cudgel|stick|bludgeon/i, "club"],
  [/rapier|foil|sabre|saber|duelling/i, "rapier"],
  [/sword|blade|scimitar/i, "sword"],
  [/staff|rod\b|wand|crook/i, "staff"],
  [/torch|brand\b/i, "torch"],
  [/dagger|knife|stiletto|dirk/i, "dagger"],
  [/claws?\b|talons|fangs|nails|bite|jaws/i, "claws"],
  [/fists?|unarmed/i, "fists"],
];
/** What each weapon is made of: pieces behind the body, pieces before it, and whether both hands hold it. */
const HELD: Record<string, { back?: string; front: string; both?: boolean }> = {
  pike: { back: "pikeBack", front: "pike", both: true },
  halberd: { back: "halberdBack", front: "pike", both: true },
  scythe: { back: "scytheBack", front: "pike", both: true },
  shovel: { back: "shovelBack", front: "pike", both: true },
  banner: { back: "bannerBack", front: "spear" },
  spear: { back: "spearBack", front: "spear" },
  staff: { back: "staffBack", front: "staff" },
  skullstaff: { back: "skullstaffBack", front: "skullstaff" },
  sword: { back: "swordBack", front: "sword" },
  greatsword: { front: "greatsword" },
  rapier: { front: "rapier" },
  dagger: { front: "dagger" },
  axe: { back: "axeBack", front: "hammer" },
  axes: { back: "axesBack", front: "axes", both: true },
  greataxe: { back: "cleaverBack", front: "cleaver", both: true },
  hammer: { back: "hammerBack", front: "hammer" },
  mace: { back: "maceBack", front: "hammer" },
  club: { back: "clubBack", front: "hammer" },
  flail: { back: "flailBack", front: "hammer" },
  torch: { back: "torchBack", front: "hammer" },
  whip: { front: "whip" },
  sling: { front: "sling" },
  thrower: { front: "thrower" },
  net: { front: "net" },
  bow: { back: "bowBack", front: "bow", both: true },
  crossbow: { front: "crossbow", both: true },
  gun: { front: "gun", both: true },
  pistol: { front: "pistol" },
  blowpipe: { front: "blowpipe", both: true },
  maul: { back: "maulBack", front: "maul", both: true },
  fists: { front: "fists", both: true },
  claws: { front: "claws", both: true },
  grasp: { front: "grasp", both: true },
  open: { front: "restRight" },
};
const SHIELDS: Table<string> = [
  [/buckler/i, "buckler"],
  [/shield/i, "roundShield"],
];

const feet = ([x, y]: [number, number]) =>
  x === 1 && y === 1 ? undefined : `translate(${60 - 60 * x} ${128 - 128 * y}) scale(${x} ${y})`;

export function lookOf(name: string, kit: readonly string[] = []): Look {
  const words = [name, ...kit].join(", ");
  const beast = first(CREATURES, name) ?? first(CREATURES, kit[0] ?? "");
  const rides = RIDES.test(words);
  if (beast && !(rides && /rider|cavalry|knight/i.test(name))) return creature(beast);
  return rides ? mounted(name, words, kit) : person(name, words, kit);
}

function creature(beast: Creature): Look {
  const pieces = [...(beast.back ? [{ part: beast.back }] : []), { part: beast.body }];
  return { pieces, palette: beast.palette, big: !beast.small, bust: beast.bust };
}

function mounted(name: string, words: string, kit: readonly string[]): Look {
  const mount = first(MOUNTS, words) ?? HORSE;
  const rider = person(name, words, kit.length > 0 ? kit : ["lance"], true);
  const at = "translate(16 -22) scale(.72)";
  const whole = (piece: Piece) => ({ ...piece, at: piece.at ? `${at} ${piece.at}` : at });
  return {
    pieces: [
      ...[mount.back, mount.body].flatMap((part) => (part ? [{ part, palette: mount.palette }] : [])),
      ...rider.pieces.map(whole),
    ],
    palette: rider.palette,
    big: true,
    bust: [16 + rider.bust[0] * 0.72, rider.bust[1] * 0.72 - 22, rider.bust[2] * 0.78],
  };
}

function person(name: string, words: string, kit: readonly string[], riding = false): Look {
  const race = first(RACES, words);
  const trade = first(TRADES, name) ?? first(TRADES, words) ?? plain(words);
  const own = lot(name.replace(/ (\d+|\(\d+\)|[A-Z])$/, ""));
  const body = race?.body && !overdressed(race, trade) ? race.body : (trade.body ?? "livery");
  const head = race
    ? race.head === "skullhelm" && /mage|priest|necro/i.test(words)
      ? "skull"
      : race.head
    : headOf(trade, words, own);
  const sleeve = SLEEVES[body] ?? "S";
  const palette: Palette = {
    K: one(SKINS, own),
    K2: "#c08a66",
    B: one(HAIRS, own >> 3),
    C: trade.coat ?? one(COATS, own >> 5),
    H: "hide",
    ...(sleeve === "S" ? { A: "S" } : { A: sleeve }),
    ...race?.palette,
  };
  if (race && overdressed(race, trade)) palette.A = sleeve;
  const held = weapon(name, kit, race, trade);
  const left = held.both ? undefined : (first(SHIELDS, words) ?? trade.left ?? "restLeft");
  const back = race?.back ?? trade.back;
  const at = race?.scale && !riding ? feet(race.scale) : undefined;
  const list = [back, held.back, `body:${body}`, `head:${head}`, held.front, left];
  const pieces = list.flatMap((part) => (part ? [{ part, at }] : []));
  const bust = race?.bust ?? [59, 36, 26];
  const [sx, sy] = (at && race?.scale) || [1, 1];
  return {
    pieces,
    palette,
    big: race?.big ?? false,
    bust: [60 + (bust[0] - 60) * sx, 128 + (bust[1] - 128) * sy, bust[2] * sx],
  };
}

/** Sleeves that are not of the side's cloth. */
const SLEEVES: Record<string, string> = {
  plate: "iron",
  jack: "C",
  robe: "C",
  coat: "#4a3f4c",
  bare: "K",
  bones: "bone",
  rags: "K",
  orc: "K",
  belly: "K",
  ogre: "K",
  scales: "K",
  fur: "K",
  ghost: "C",
};
/** A robe goes over whatever its wearer is. */
const overdressed = (race: Race, trade: Trade) =>
  trade.body === "robe" && !race.big && race.body !== "ghost" && race.body !== "coat";

function headOf(trade: Trade, words: string, own: number): string {
  if (trade.head) return trade.head;
  if (/helmet|\bhelm\b/i.test(words)) return one(["nasal", "kettle"], own);
  return one(["bare", "braids", "cap", "scarf", "bare"], own >> 2);
}

function plain(words: string): Trade {
  if (/plate|heavy armou?r|gothic/i.test(words)) return { body: "plate" };
  if (/mail|light armou?r|leather|gambeson/i.test(words)) return { body: "gambeson" };
  return { body: "livery" };
}

function weapon(name: string, kit: readonly string[], race: Race | undefined, trade: Trade) {
  const carried = first(ARMS, kit.join(", ")) ?? first(ARMS, name) ?? trade.arm;
  const usual = race?.arm ?? carried ?? "sword";
  const named = race?.big && usual !== "fists" && usual !== "claws" ? "maul" : (race?.arm ?? carried ?? usual);
  return HELD[named] ?? HELD.sword!;
}
