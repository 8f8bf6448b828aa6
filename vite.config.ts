import path from 'node:path'
import react from '@vitejs/plugin-react'
import type { UserConfig } from 'vite'
import { site } from '#site'
import { asciiPlugin } from './build/ascii-plugin.ts'
import { colourConstantsPlugin, colourFolder, writeColourStyles } from './build/colours.ts'
import { contentPlugin } from './build/content-plugin.ts'
import { splitFeatureModulesPlugin } from './build/features-plugin.ts'
import { installDrawingFonts, pageFontFolder, writePageFonts } from './build/fonts.ts'
import { inlineScriptPlugin } from './build/inline-script-plugin.ts'
import { createArticleVitePlugins } from './build/mdx.ts'
import { reactDomEsmPlugin } from './build/react-dom-plugin.ts'
import { scenePlugin } from './build/scene-plugin.ts'
import { omitHttp2Plugin, unbundledServerPackages } from './build/server-packages.ts'
import { buildStagingFolder, intermediateBundleFolder, publicBuildFolder, siteConfigFile } from './build/site.ts'
import { stripEndpointSchemasPlugin } from './build/strip-endpoint-schemas-plugin.ts'

const root = import.meta.dirname

/** The modules that boot.ts imports. Other chunks import them from the chunk `boot`. */
const boot =
  /vite[\\/]preload-helper|[\\/]web[\\/](features[\\/](version[\\/]version-store|notices[\\/](notices-id|notices-store|start-notices))|device[\\/](reduced-motion|service-worker|scrolled-to-top|when-near|yield-to-browser)|kit[\\/](new-articles|press|report-error|visits)|ui[\\/](early-icons|element|layout[\\/]watch-foot))\.ts$/
/**
 * The modules that every page or every article needs, without those that only forms, ordering or the desk need. Their
 * chunk is separate from `index` and `main`, which change with each text of the site: a changed text changes the names
 * of some chunks, and `index` and `main` contain these names.
 */
const base =
  /virtual:content|[\\/](node_modules[\\/](react|react-dom|scheduler|react-router|zustand)|contract)[\\/](?!comment-markup|markup-|currenc|errors|front-matter|link-address|line-problems|password-rules|wall-clock|yaml|card-|cart-|menu|money|opening-hours|order|payment|pricing|quote|slots|statement|esm[\\/]middleware)|[\\/]web[\\/](articles[\\/](?!article-list|lightbox|private-content)[\w-]+|kit[\\/](article-end|articles|error-boundary|initial-data|go|head|link|load-react|tool-links|use-value-held-during-press|inbox-counts|web-feature)|ui[\\/](dialog[\\/]menu-group|external-link|person[\\/](avatar|initials|marble))|live[\\/]live|forms[\\/]automatic-reload|api[\\/](api|session|tokens|query-tokens)|device[\\/](is-ctrl-shortcut|native|reload-once|repeat-while-visible|storage|theme)|ui[\\/]icon)\.tsx?$|[\\/]site\.config\.ts$/
/** The contract of ordering. Every page of ordering needs most of these modules, and other pages need none of them. */
const ordering =
  /[\\/]contract[\\/](card-|cart-|currency-digits|line-problems|menu|money|opening-hours|order|payment|pricing|quote|slots|wall-clock)/
/** The modules of forms and the messages of refused calls. They are loaded with the first form. */
const form =
  /[\\/]web[\\/](api[\\/](call-api|post-comment-once|problem)|forms[\\/](field-problems|use-early-input|use-form|use-automatic-reload-blocker)|ui[\\/](dish-picture|fact-list|quiet-button|form[\\/](field|form|form-problem|submit-button)))\.tsx?$|[\\/]contract[\\/](errors|link-address|password-rules)\.ts$/
/** TanStack Query and the modules of the site that extend it. Pages that guests read do not load these modules. */
const query =
  /[\\/](node_modules[\\/]@tanstack|web[\\/]api[\\/](build-query-options|query-client|use-action|use-live-invalidation)\.tsx?$)/

export const importAliases = { '#site': siteConfigFile, '@fonts': pageFontFolder, '@colours': colourFolder }

/** Returns the plugins that read the pages of the site. */
export const listPagePlugins = () => [
  stripEndpointSchemasPlugin(),
  contentPlugin(),
  scenePlugin(),
  splitFeatureModulesPlugin(site.features),
  colourConstantsPlugin(),
  ...createArticleVitePlugins(site.features),
]

/** Returns the configuration of the site's bundles. */
export default async function configure(): Promise<UserConfig> {
  await Promise.all([installDrawingFonts(), writePageFonts(), writeColourStyles()])
  return {
    root: path.join(root, 'web'),
    publicDir: false,
    resolve: { alias: importAliases },
    plugins: [listPagePlugins(), react(), reactDomEsmPlugin(), inlineScriptPlugin(), omitHttp2Plugin(), asciiPlugin()],
    environments: {
      client: {
        build: {
          outDir: publicBuildFolder,
          sourcemap: 'hidden',
          manifest: true,
          rolldownOptions: {
            input: { index: path.join(root, 'web/index.html') },
            // Groups small modules that many pages share, because each chunk costs a request. The modules that all
            // pages need are in the chunks `boot` and `base`; each other chunk is for some of the pages.
            output: {
              codeSplitting: {
                groups: [
                  { name: 'boot', test: boot, priority: 1 },
                  { name: 'base', test: base },
                  { name: 'form', test: form },
                  { name: 'food', test: ordering, minShareCount: 2 },
                  { name: 'query', test: query, includeDependenciesRecursively: false },
                  // Puts the pages of the desk into one chunk, so that changing from one page to another needs no
                  // request.
                  {
                    name: 'desk',
                    test: /[\\/]web[\\/]features[\\/]desk[\\/](?!desk-gate|feature|scenes|pages)/,
                    includeDependenciesRecursively: false,
                  },
                ],
              },
            },
          },
        },
      },
      /** Bundles the service worker into one file. The build inserts the data of the site (build/service-worker.ts). */
      worker: {
        consumer: 'client',
        build: {
          outDir: path.join(intermediateBundleFolder, 'worker'),
          rolldownOptions: {
            input: path.join(root, 'web/service-worker/service-worker.ts'),
            output: { format: 'iife', entryFileNames: 'service-worker.js' },
          },
        },
      },
      /**
       * Bundles the code with which the build renders pages. The private pages are separate, so that no other page
       * contains their text.
       */
      ssr: {
        build: {
          outDir: path.join(intermediateBundleFolder, 'ssr'),
          ssr: true,
          rolldownOptions: {
            input: {
              prerender: path.join(root, 'web/prerender.tsx'),
              'private-pages': path.join(root, 'web/private-pages.tsx'),
            },
          },
        },
      },
      /** Bundles the code with which the server renders the pages of kitchens. */
      renderer: {
        consumer: 'server',
        resolve: { noExternal: true },
        build: {
          outDir: path.join(buildStagingFolder, 'renderer'),
          ssr: true,
          minify: true,
          emitAssets: false,
          rolldownOptions: {
            input: path.join(root, 'web/served-pages.tsx'),
            // A server that switches to another build loads the new renderer while the old one is still loaded, so
            // their file names differ.
            output: { entryFileNames: '[name]-[hash].js' },
          },
        },
      },
      /**
       * Bundles the server. Code that each start needs is in one file, and code that only some settings or requests
       * need is in other files. The format is CommonJS, so that Node starts faster: an ES module that imports
       * `node:http` also loads the code of `fetch`. Function names are kept, because logs contain them. Packages with
       * native code stay in node_modules.
       */
      server: {
        consumer: 'server',
        resolve: { noExternal: true, external: unbundledServerPackages },
        build: {
          outDir: path.join(buildStagingFolder, 'server'),
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
    // Removes parts of Sentry's SDK that never run here: its debug log, the recording of iframes and shadow DOM, and a
    // worker that the Content-Security-Policy refuses.
    define: {
      __SENTRY_DEBUG__: 'false',
      __RRWEB_EXCLUDE_IFRAME__: 'true',
      __RRWEB_EXCLUDE_SHADOW_DOM__: 'true',
      __SENTRY_EXCLUDE_REPLAY_WORKER__: 'true',
    },
    // Writes no asset as a data: address, which the Content-Security-Policy would refuse to load.
    build: { emptyOutDir: true, assetsInlineLimit: 0, rolldownOptions: { checks: { bundlerTimings: false } } },
    builder: {},
  }
}
