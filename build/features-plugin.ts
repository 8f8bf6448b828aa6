import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type Plugin, parseSync } from 'vite'
import { featureNames, type SiteFeatures } from '../contract/site-config.ts'
import { AuthorError } from './author-error.ts'
import { isInsideFolder } from './site.ts'

const web = path.resolve(import.meta.dirname, '../web')
const featureFolders = path.join(web, 'features')
const errorsFolder = path.resolve(import.meta.dirname, '../contract/errors')
/** The parts of a feature that articles do not need. Browsers load these with the first page that is not an article. */
const lazyKeys = ['screens', 'devScreens', 'deskPages', 'setupSteps', 'accountSections']

/** Returns the imports, the feature name and the properties of a `feature.ts`, with their positions in the text. */
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

/** Removes parts of a text. Keeps line breaks, so that source maps stay correct. */
const without = (text: string, parts: { start: number; end: number }[]): string =>
  parts.reduceRight(
    (rest, { start, end }) => rest.slice(0, start) + rest.slice(start, end).replace(/[^\n]/g, '') + rest.slice(end),
    text,
  )

function isSwitchedOff(text: string, file: string, switches: SiteFeatures): boolean {
  const name = partsOf(text, file).properties.find(({ key }) => key === 'switchedBy')?.value
  return name !== undefined && !switches[name as keyof SiteFeatures]
}

/** Returns the code of `feature.ts`: only the parts of a feature that every page loads. */
const eagerPart = (text: string, file: string): string =>
  without(
    text,
    partsOf(text, file).properties.filter(({ key }) => key === 'switchedBy' || lazyKeys.includes(key)),
  )

/**
 * Returns the code of `feature.ts?screens`: the other parts of a feature, with the code that loads their modules.
 * @param unused the keys that this site does not use
 */
function lazyPart(text: string, file: string, unused: string[]): string {
  const { imports, properties } = partsOf(text, file)
  const eager = properties.filter(({ key }) => !lazyKeys.includes(key) || unused.includes(key))
  const rest = without(text, [...imports, ...eager])
  const names = new Set([...rest.matchAll(/'(\w[^']*\.tsx)'/g)].map(([, name = '']) => name))
  const loaders = [...names].map(
    (name) => `'${name}': () => import(${JSON.stringify(path.join(featureFolders, name))})`,
  )
  return rest.replace(/^}$/m, `modules: { ${loaders.join(', ')} } }`)
}

/** Removes the styles of features that are switched off from the style sheet of all pages. */
function withoutStyles(sheet: string, switches: SiteFeatures): string {
  const isOff = (folder: string) => {
    const file = path.join(featureFolders, folder, 'feature.ts')
    return existsSync(file) && isSwitchedOff(readFileSync(file, 'utf8'), file, switches)
  }
  const kept = switches.run ? sheet : sheet.replace(/^@import '\.\/home\/run\.css'.*$/m, '')
  return kept.replace(/^@import '\.\/features\/(\w+)\/.*$/gm, (line, folder) => (isOff(folder) ? '' : line))
}

/** Checks the switches. @throws when a feature is on but a feature that it needs is off */
function checkSwitches({ accounts, run: _, ...others }: SiteFeatures): void {
  const orphans = Object.entries(others).flatMap(([name, isOn]) => (isOn && !accounts ? [name] : []))
  if (orphans.length > 0)
    throw new AuthorError(
      `site.config.ts: ${orphans.join(', ')} need accounts. Switch accounts on, or ${orphans.join(', ')} off.`,
    )
}

/**
 * Splits every `feature.ts` into two modules. So one file describes the whole feature, but a page loads only the parts
 * that it needs. When a feature is switched off, both modules export an empty object, and so does the module with the
 * errors of the feature. The build then contains no module of the feature. In other modules, switches such as
 * `site.features.push` become constants, so that the bundler removes code that never runs. The switches are not sent to
 * browsers.
 * @throws when a feature is on but a feature that it needs is off, or when a module reads all switches at once
 */
export function splitFeatureModulesPlugin(switches: SiteFeatures): Plugin {
  checkSwitches(switches)
  return {
    name: 'features',
    enforce: 'pre',
    configureVitest: ({ defineCacheKeyGenerator }) => defineCacheKeyGenerator(() => JSON.stringify(switches)),
    transform(text, id) {
      if (this.environment.name === 'server') return
      const [file = '', query] = id.split('?')
      const isLazy = query === 'screens'
      if (path.basename(file) === 'site.config.ts' && this.environment.config.consumer === 'client')
        return { code: text.replace(/^ {2}features: \{[^}]*\},$/m, ''), map: null }
      // Drops this style here, because web/home/run.ts would import it even when the feature `run` is off.
      if (file === path.join(web, 'home/run-panel.css') && !switches.run) return { code: '', map: null }
      if (file === path.join(web, 'app.css')) return { code: withoutStyles(text, switches), map: null }
      if (file === path.join(web, 'features.ts') && isLazy)
        return { code: text.replaceAll("/feature.ts'", "/feature.ts?screens'"), map: null }
      if (path.dirname(file) === errorsFolder) {
        const name = path.basename(file, '-errors.ts')
        if (featureNames.some((feature) => feature === name && !switches[feature]))
          return { code: `export const ${name}Errors = {}`, map: null }
      }
      if (path.basename(file) === 'feature.ts' && path.dirname(path.dirname(file)) === featureFolders) {
        if (isSwitchedOff(text, file, switches))
          return { code: `export const ${partsOf(text, file).exported} = {}`, map: null }
        const unused = [
          ...(switches.accounts ? [] : ['deskPages']),
          ...(this.environment.config.mode === 'development' ? [] : ['devScreens']),
        ]
        return { code: isLazy ? lazyPart(text, file, unused) : eagerPart(text, file), map: null }
      }
      if (!isInsideFolder(file, web)) return
      // The switches are not sent to browsers. The plugin can replace only a switch that code reads by its name.
      if (/\bsite\.features\b(?!\.)/.test(text)) this.error('Read each switch by its name, such as site.features.push')
      if (!text.includes('site.features.')) return
      const code = text.replace(/\bsite\.features\.(\w+)/g, (_, name) => String(switches[name as keyof SiteFeatures]))
      // Removes the import of `site` when nothing uses it any more, because the import would load another chunk.
      return { code: /\bsite\./.test(code) ? code : code.replace(/^import \{ site \} from '#site'$/m, ''), map: null }
    },
  }
}
