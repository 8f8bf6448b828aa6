import path from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'

const input = path.resolve(import.meta.dirname, '../web/inline-script.ts')

/** Writes web/inline-script.ts into index.html, bundled and minified. */
export const inlineScriptPlugin = (): Plugin => ({
  name: 'inline-script',
  async transformIndexHtml(html) {
    const { output } = (await build({
      configFile: false,
      logLevel: 'warn',
      build: { write: false, modulePreload: false, rolldownOptions: { input, output: { format: 'iife' } } },
    })) as Rolldown.RolldownOutput
    const script = output[0].code.trim()
    return html.replace('<!--script-->', () => `<script>${script}</script>`)
  },
})
