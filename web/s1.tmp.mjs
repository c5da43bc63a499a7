import { make, play, open } from "./shots.tmp.mjs";
const m = await make(); const tok = m.seats[0].token;
console.time("play"); const r = await play(tok, (q) => q.prompt === "place"); console.timeEnd("play"); console.log(r.prompts, r.s.request.options.map((o) => o.label), r.s.request.pens.map((p) => [p.stem, p.label, p.area.length]));
let { b, p } = await open(tok); await p.screenshot({ path: "/tmp/s1.png" });
await b.close();
console.time("play"); const r2 = await play(tok, (q, s) => q.prompt === "path" && s.scene.clock.round >= 2); console.timeEnd("play"); console.log(r2.n, r2.prompts, r2.s.request?.title, r2.s.request?.options.map((o) => o.label), r2.s.request?.pens.map((p) => [p.stem, p.barred?.text, p.area.length, p.area[0]?.length]));
({ b, p } = await open(tok)); await p.screenshot({ path: "/tmp/s2.png" });
await b.close();
