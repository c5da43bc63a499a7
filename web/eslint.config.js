import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import { defineConfig, globalIgnores } from "eslint/config";
import globals from "globals";
import typescript from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

export default defineConfig(
  // The server's build writes the wire types.
  globalIgnores(["src/wire", "dist", "test-results", "playwright-report"]),
  js.configs.recommended,
  typescript.configs.recommended,
  svelte.configs.recommended,
  {
    languageOptions: { globals: { ...globals.browser, ...globals.node } },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      // The compiler knows every name.
      "no-undef": "off",
      // A space at the edge of a block is dropped unless it is written as a value.
      "svelte/no-useless-mustaches": "off",
      // Maps and sets are built and then left alone, or replaced as a whole.
      "svelte/prefer-svelte-reactivity": "off",
      // Prettier leaves strings and comments as they are.
      "max-len": ["error", { code: 120 }],
    },
  },
  // A function is read at one glance.
  { files: ["src/**"], rules: { "max-lines-per-function": ["error", { max: 60 }] } },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: typescript.parser, extraFileExtensions: [".svelte"], svelteConfig } },
  },
);
