import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

const server = process.env.FRAY_SERVER ?? "http://127.0.0.1:7878";

// The host is passed on as it is: the server answers only its own page.
const proxy = {
  "/api": { target: server, changeOrigin: false },
  "/ws": { target: server, ws: true, changeOrigin: false },
};

export default defineConfig({
  plugins: [svelte()],
  base: "/",
  // Nothing inline: the page runs under a policy that allows only its own files.
  build: { target: "es2022", assetsInlineLimit: 0, modulePreload: { polyfill: false }, cssCodeSplit: false },
  server: { proxy },
  preview: { proxy },
});
