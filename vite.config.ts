import path from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type UserConfig } from 'vite'
import { site } from '#site'
import { asciiPlugin } from './build/ascii-plugin.ts'
import { contentPlugin } from './build/content-plugin.ts'
import { endpointsPlugin } from './build/endpoints-plugin.ts'
import { featuresPlugin } from './build/features-plugin.ts'
import { installDrawingFonts, installPageFonts, pageFontFolder } from './build/fonts.ts'
import { mdxPlugin } from './build/mdx.ts'
import { picturePlugin } from './build/pictures.ts'
import { buildWorkFolder, servedFolder, siteConfig } from './build/site.ts'

const root = import.meta.dirname

/** In development the style sheet is a link; the build inlines it (build/prerender.ts). */
function developmentStyle(): Plugin {
  return {
    name: 'development-style',
    apply: 'serve',
    transformIndexHtml: () => [{ tag: 'link', attrs: { rel: 'stylesheet', href: '/app.css' }, injectTo: 'head' }],
  }
}

/** What boot.ts needs, and everything else shares with it. */
const boot =
  /[\\/]web[\\/](features[\\/](version[\\/]version-store|notices[\\/]notices-store)|device[\\/](service-worker|pause)|kit[\\/]report-error)\.ts$/
/** What every page needs, beside React and the application: not what only forms do, and nothing of ordering. */
const base =
  /[\\/](node_modules[\\/](react|react-router|zustand)|contract)[\\/](?!comment-markup|markup-|currenc|errors|link-address|line-problems|password-rules|wall-clock|card-|cart-|menu|money|opening-hours|order|payment|pricing|quote|slots|statement|esm[\\/]middleware)|[\\/]web[\\/](kit[\\/](web-feature|go)|api[\\/](api|session|tokens|query-tokens)|device[\\/](native|storage))\.ts$|[\\/]site\.config\.ts$/
/** What is agreed on of ordering: every page of it needs most, and nothing else any. */
const ordering =
  /[\\/]contract[\\/](card-|cart-|currency-digits|line-problems|menu|money|opening-hours|order|payment|pricing|quote|slots|wall-clock)/
/** What forms are made of, and the words of refusals: it comes with the first of them. */
const form =
  /[\\/]web[\\/](api[\\/](call-api|problem)|forms[\\/](field-problems|use-form)|ui[\\/](fact-list|quiet-button|form[\\/](field|form|form-problem|submit-button)))\.tsx?$|[\\/]contract[\\/](errors|link-address|password-rules)\.ts$/
/** TanStack Query and what the site adds to it. Pages that guests read do not load it. */
const query =
  /[\\/](node_modules[\\/]@tanstack|web[\\/]api[\\/](build-query|query-client|use-action|use-live-invalidation)\.tsx?$)/

export default defineConfig(async (): Promise<UserConfig> => {
  await Promise.all([installDrawingFonts(), installPageFonts()])
  return {
    root: path.join(root, 'web'),
    publicDir: false,
    resolve: { alias: { '#site': siteConfig, '@fonts': pageFontFolder } },
    plugins: [
      endpointsPlugin(),
      contentPlugin(),
      featuresPlugin(site.features),
      mdxPlugin(site.features),
      picturePlugin(),
      react(),
      developmentStyle(),
      asciiPlugin(),
    ],
    environments: {
      client: {
        build: {
          outDir: servedFolder,
          sourcemap: 'hidden',
          manifest: true,
          // The style sheet stands apart from the scripts: the build inlines it, and no chunk asks for it again.
          rolldownOptions: {
            input: { index: path.join(root, 'web/index.html'), style: path.join(root, 'web/app.css') },
            // Small chunks that many pages share would cost a request each: what all need is in one file, what many draw
            // with in another. How comments are read comes with them.
            output: {
              codeSplitting: {
                groups: [
                  { name: 'boot', test: boot, priority: 1 },
                  { name: 'base', test: base },
                  { name: 'form', test: form },
                  { name: 'food', test: ordering, minShareCount: 2 },
                  { name: 'query', test: query, includeDependenciesRecursively: false },
                  // Going from one page of the desk to another waits for nothing.
                  {
                    name: 'desk',
                    test: /[\\/]web[\\/]features[\\/]desk[\\/](?!desk-gate|feature)/,
                    includeDependenciesRecursively: false,
                  },
                  { name: 'look', test: /[\\/]web[\\/]look[\\/](?!scenes[\\/]kitchen-scene)/, minShareCount: 3 },
                ],
              },
            },
          },
        },
      },
      /** The service worker, in one file: the build writes what it must know of the site before it (build/service-worker.ts). */
      worker: {
        consumer: 'client',
        build: {
          outDir: path.join(buildWorkFolder, 'worker'),
          rolldownOptions: {
            input: path.join(root, 'web/service-worker/service-worker.ts'),
            output: { format: 'iife', entryFileNames: 'service-worker.js' },
          },
        },
      },
      /** What the build renders: the pages, and apart from them, so that no word gets from one to the other, the private ones. */
      ssr: {
        build: {
          outDir: path.join(buildWorkFolder, 'ssr'),
          ssr: true,
          rolldownOptions: {
            input: {
              prerender: path.join(root, 'web/prerender.tsx'),
              'private-pages': path.join(root, 'web/private-pages.tsx'),
            },
          },
        },
      },
      /** What the server renders: the pages of kitchens. */
      renderer: {
        consumer: 'server',
        resolve: { noExternal: true },
        build: {
          outDir: path.join(buildWorkFolder, 'renderer'),
          ssr: true,
          minify: true,
          emitAssets: false,
          rolldownOptions: { input: path.join(root, 'web/served-pages.tsx') },
        },
      },
      /**
       * The server: what each start needs in one file, and what only some settings or requests need in others. CommonJS,
       * because Node loads its own modules faster for it: an ES module that imports `node:http` loads the code of `fetch`.
       * Function names stay for logs. Packages with native code stay in node_modules.
       */
      server: {
        consumer: 'server',
        resolve: { noExternal: true, external: ['better-sqlite3', '@node-rs/argon2', 'sharp', 'stripe', 'pdfkit'] },
        build: {
          outDir: path.join(buildWorkFolder, 'server'),
          sourcemap: 'hidden',
          ssr: true,
          rolldownOptions: {
            input: { main: path.join(root, 'server/start.ts') },
            output: {
              format: 'cjs',
              entryFileNames: '[name].cjs',
              chunkFileNames: '[name]-[hash].cjs',
              minify: { mangle: false, compress: true, codegen: true },
            },
          },
        },
      },
    },
    // What of Sentry's SDK never runs here: its own log, its iframes' recording, and a worker that the policy refuses.
    define: {
      __SENTRY_DEBUG__: 'false',
      __RRWEB_EXCLUDE_IFRAME__: 'true',
      __RRWEB_EXCLUDE_SHADOW_DOM__: 'true',
      __SENTRY_EXCLUDE_REPLAY_WORKER__: 'true',
    },
    // No asset becomes a data: address, which the Content-Security-Policy would refuse to fetch.
    build: { emptyOutDir: true, assetsInlineLimit: 0, rolldownOptions: { checks: { bundlerTimings: false } } },
    builder: {},
  }
})
