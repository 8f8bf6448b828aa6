import path from 'node:path'
import { type Plugin, parseSync } from 'vite'
import type { SiteFeatures } from '../site.config.ts'

const web = path.resolve(import.meta.dirname, '../web')
/** The parts of a feature that load with the first page that is no article. */
const lazyKeys = ['screens', 'deskPages', 'accountSections']

/** Returns the imports of a `feature.ts`, the name of its feature and the properties, with where they stand in the text. */
function partsOf(text: string, file: string) {
  const { body } = parseSync(file, text).program
  for (const statement of body) {
    if (statement.type !== 'ExportNamedDeclaration' || statement.declaration?.type !== 'VariableDeclaration') continue
    const [{ id, init } = {}] = statement.declaration.declarations
    if (id?.type !== 'Identifier' || init?.type !== 'ObjectExpression') continue
    const properties = init.properties.map((property, at) => ({
      key: 'key' in property && property.key.type === 'Identifier' ? property.key.name : '',
      value: 'value' in property && property.value.type === 'Literal' ? property.value.value : undefined,
      start: property.start,
      end: init.properties[at + 1]?.start ?? init.end - 1,
    }))
    return { imports: body.filter(({ type }) => type === 'ImportDeclaration'), exported: id.name, properties }
  }
  throw new Error(`${file} exports no feature`)
}

/** Removes parts of a text. Line breaks stay, for source maps. */
const without = (text: string, parts: { start: number; end: number }[]): string =>
  parts.reduceRight(
    (rest, { start, end }) => rest.slice(0, start) + rest.slice(start, end).replace(/[^\n]/g, '') + rest.slice(end),
    text,
  )

/** Returns `feature.ts`, the part of a feature that every page loads. */
function eagerPart(text: string, file: string, switches: SiteFeatures): string {
  const { properties, exported } = partsOf(text, file)
  const name = properties.find(({ key }) => key === 'switchedBy')?.value
  if (name !== undefined && !switches[name as keyof SiteFeatures]) return `export const ${exported} = {}`
  return without(
    text,
    properties.filter(({ key }) => key === 'switchedBy' || lazyKeys.includes(key)),
  )
}

/** Returns `feature.ts?screens`: the rest, with what loads the modules that it names. */
function lazyPart(text: string, file: string): string {
  const { imports, properties } = partsOf(text, file)
  const eager = properties.filter(({ key }) => !lazyKeys.includes(key))
  const rest = without(text, [...imports, ...eager])
  const names = new Set([...rest.matchAll(/'(\w[^']*\.tsx)'/g)].map(([, name = '']) => name))
  const loaders = [...names].map((name) => `'${name}': () => import(${JSON.stringify(path.join(web, name))})`)
  return rest.replace(/^}$/m, `modules: { ${loaders.join(', ')} } }`)
}

/**
 * Splits every `feature.ts` in two, so that one file says all of a feature, and a page loads no more of it than it needs.
 * A feature that is switched off is an empty object in both: nothing that it names is part of the build.
 */
export function featuresPlugin(switches: SiteFeatures): Plugin {
  return {
    name: 'features',
    enforce: 'pre',
    transform(text, id) {
      const [file = '', query] = id.split('?')
      const isLazy = query === 'screens'
      if (file === path.join(web, 'features.ts') && isLazy)
        return { code: text.replaceAll("/feature.ts'", "/feature.ts?screens'"), map: null }
      if (path.basename(file) !== 'feature.ts' || path.dirname(path.dirname(file)) !== web) return
      const eager = eagerPart(text, file, switches)
      const isOff = eager.endsWith('= {}')
      return { code: isLazy && !isOff ? lazyPart(text, file) : eager, map: null }
    },
  }
}
