import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// The pieces are tested as they run in a browser, where what is derived follows what it is derived from.
export default defineConfig({
  plugins: [svelte()],
  resolve: { conditions: ["browser"] },
  test: { include: ["unit/**/*.test.ts"], unstubGlobals: true, restoreMocks: true },
});
