import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

const webFolder = path.resolve(import.meta.dirname, '../web') + path.sep
const contractFolder = path.resolve(import.meta.dirname, '../contract')
const contractImport = /import \{([^}]*)\} from '#contract\/([\w-]+\.ts)'/g

/**
 * Replaces each endpoint that browser code imports from the contract by the parts that a call needs. These parts are
 * the path, the method, and the required access unless everyone may call. Browsers then load neither schemas nor zod.
 * @throws when a browser file imports anything else from a file with endpoints
 */
export function stripEndpointSchemasPlugin(): Plugin {
  return {
    name: 'endpoints',
    enforce: 'pre',
    transform: {
      filter: { id: /\.tsx?$/, code: /from '#contract\// },
      async handler(source, id) {
        if (!path.resolve(id).startsWith(webFolder)) return null
        let code = source
        for (const [statement, names = '', file = ''] of source.matchAll(contractImport)) {
          const contractFile = path.join(contractFolder, file)
          if (!readFileSync(contractFile, 'utf8').includes('= defineEndpoint(')) continue
          this.addWatchFile(contractFile)
          const declared = await import(`${pathToFileURL(contractFile).href}?${statSync(contractFile).mtimeMs}`)
          const values = names.split(',').map((name) => name.trim())
          const constants = values
            .filter((name) => name && !name.startsWith('type '))
            .map((name) => {
              const [exported = '', local = exported] = name.split(' as ')
              const { method, path, access } = declared[exported] ?? {}
              if (!path) throw new Error(`${exported} of contract/${file} is no endpoint: importing it would load zod`)
              return `const ${local} = ${JSON.stringify({ path, method, ...(access !== 'anyone' && { access }) })};`
            })
          // Keeps the number of lines, so that the code below stays on the same lines.
          code = code.replace(statement, constants.join(' ') + '\n'.repeat(statement.split('\n').length - 1))
        }
        return code === source ? null : { code, map: null }
      },
    },
  }
}
