import { make, play, open } from "./shots.tmp.mjs";
const m = await make(); const tok = m.seats[0].token;
const r = await play(tok, (q, s) => q.prompt === "path" && s.scene.clock.round >= 2);
console.log(r.n, r.refused, r.s.request?.title, r.s.request?.options.map((o) => o.label), r.s.outcome);
let { b, p } = await open(tok);
await p.screenshot({ path: "/tmp/p1.png" });
const a = p.locator(".acts button"); const t = await a.allInnerTexts(); console.log(t);
const n = t.findIndex((x) => /Run|Walk/.test(x)); if (n >= 0) { await a.nth(n).click(); await p.waitForTimeout(200); const o = p.locator(".opts li button"); if (await o.count()) { await o.first().hover(); await p.waitForTimeout(900); } }
await p.screenshot({ path: "/tmp/p2.png" });
await b.close();
const r2 = await play(tok, (q, s) => q.prompt === "target" || q.prompt === "strike");
console.log(r2.n, r2.s.request?.title, r2.s.request?.options.map((o) => o.label), r2.s.outcome);
({ b, p } = await open(tok)); const o2 = p.locator(".opts li button"); if (await o2.count()) await o2.first().click(); await p.waitForTimeout(900); await p.screenshot({ path: "/tmp/p3.png" }); await b.close();
({ b, p } = await open(tok, { w: 1024, h: 768, dark: true })); const o3 = p.locator(".opts li button"); if (await o3.count()) await o3.first().click(); await p.waitForTimeout(900); await p.screenshot({ path: "/tmp/p4.png" }); await b.close();
