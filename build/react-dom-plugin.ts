import path from 'node:path'
import type { Plugin } from 'vite'

/** The parts of react-dom-client.production.js that belong to CommonJS, and what replaces them. */
const replacements = [
  ['var Scheduler = require("scheduler"),', 'import Scheduler from "scheduler"'],
  ['React = require("react"),', 'import React from "react"'],
  ['ReactDOM = require("react-dom");', 'import ReactDOM from "react-dom"'],
  ['\nexports.createRoot = ', '\nexport const createRoot = '],
  ['\nexports.hydrateRoot = ', '\nexport const hydrateRoot = '],
  ['\nexports.version = ', '\nexport const version = '],
] as const

/**
 * Bundles the client of React DOM as an ES module. React publishes it as CommonJS, which a bundler puts into one
 * function. Browsers parse the 180 kB of this function twice. The second parse, at its call, is one long task.
 */
export const reactDomEsmPlugin = (): Plugin => ({
  name: 'react-dom',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  enforce: 'pre',
  async resolveId(id, importer) {
    if (id !== 'react-dom/client') return null
    const client = await this.resolve(id, importer, { skipSelf: true })
    return client && path.join(path.dirname(client.id), 'cjs/react-dom-client.production.js')
  },
  transform: {
    filter: { id: /react-dom-client\.production\.js$/ },
    handler(code) {
      for (const [commonJs, esModule] of replacements) {
        if (!code.includes(commonJs)) throw new Error(`React DOM does not contain “${commonJs.trim()}” any more.`)
        code = code.replace(commonJs, esModule)
      }
      return { code, map: null }
    },
  },
})
