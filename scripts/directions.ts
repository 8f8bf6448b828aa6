import { readFileSync } from 'node:fs'
import path from 'node:path'

/** A place in a source file that breaks a rule of ARCHITECTURE.md, "Directions". */
export interface DirectionViolation {
  file: string
  target: string
  rule: string
}

/**
 * The folders of server and web that are not features and must not import features. The entry `features` stands for the
 * files that are directly in server/features/.
 */
const foundations = {
  server: ['http', 'db', 'outbox', 'events', 'jobs', 'features'],
  web: ['api', 'device', 'forms', 'kit', 'live', 'look', 'scenes', 'ui'],
} as const

/** For each top-level folder, the other top-level folders from which its files may import. */
const rooms: Record<string, string[]> = {
  contract: [],
  hub: [],
  server: ['contract', 'hub'],
  web: ['contract'],
  build: ['web', 'contract'],
  scripts: ['build', 'contract', 'hub'],
  e2e: ['contract', 'build', 'scripts', 'hub', 'server', 'bench'],
  bench: ['contract', 'build', 'scripts', 'hub'],
}

/** Lists all modules that a source file imports: static, dynamic and re-exported. */
export function listImports(source: string): string[] {
  const code = source.replace(/(^|\s)\/\*[\s\S]*?\*\//g, ' ').replace(/^\s*\/\/.*$/gm, '')
  const pattern = /(?:\bfrom\s*|\bimport\s*\(\s*|\bimport\s+)['"]([^'"\s]+)['"]/g
  return [...code.matchAll(pattern)].map(([, name = '']) => name)
}

const hubPackage = JSON.parse(readFileSync(path.join(import.meta.dirname, '../hub/package.json'), 'utf8'))
/** The entry files of the hub, by the names under which other folders import them. */
const hubEntries = new Map(
  Object.entries<string>(hubPackage.exports).map(([entry, file]) => [
    path.posix.join(hubPackage.name, entry),
    path.posix.join('hub', file),
  ]),
)
const hubDependencies = Object.keys({ ...hubPackage.dependencies, ...hubPackage.devDependencies })

/** Returns the file that an import refers to, relative to the root; null for a package of the registry. */
export function resolveImport(file: string, name: string): string | null {
  if (name.startsWith('#contract/')) return name.replace('#contract/', 'contract/')
  if (name.startsWith('.')) return path.posix.join(path.posix.dirname(file), name)
  if (name.startsWith(hubPackage.name)) return hubEntries.get(name) ?? name.replace(hubPackage.name, 'hub')
  return null
}

/**
 * Matches code that names the table of accounts. Only the accounts feature and db/accounts.ts may do so. Migrations are
 * exempt, because they belong to no feature.
 */
const accountsTable = /\(\[?'users( as \w+)?'|\bfrom users\b/
const mayNameAccounts = /^server\/(features\/accounts\/|db\/(accounts\.ts|migrations\/)|testing\/)/

/**
 * The parts of ordering: payments may import orders and kitchens, orders may import kitchens, and kitchens may import
 * neither.
 */
const orderingParts = ['kitchens', 'orders', 'payments']
const orderingRank = (file: string) =>
  orderingParts.indexOf(/^server\/features\/ordering\/(\w+)\//.exec(file)?.[1] ?? '')

/** Returns whether a file of a feature may be imported by the rest of the server. */
const isEntry = (file: string) => /^server\/features\/([\w-]+\/feature|[\w-]+)\.ts$/.test(file)

/** Splits a path and drops `features/`, so that features and other folders have the same depth. */
const partsOf = (file: string) => file.replace(/^(\w+)\/features\/(?=[^/]+\/)/, '$1/').split('/')

/**
 * Matches code that normalises email addresses itself. Only `tryParseEmail` may do so, because another normalisation
 * would treat the same address as two addresses.
 */
const tidiedEmail = /mail\b[^\n;]*\.(toLowerCase|toLocaleLowerCase|normalize)\(/i

/**
 * Rules about money. The decimals of a currency come from ISO 4217 (contract/currency-digits.ts). The decimals of an
 * amount in an order come from the order.
 */
const moneyRules = [
  ['contract/money.ts alone formats money', /style: ['"]currency|supportedValuesOf\('currency'\)/],
  [
    'an order has its own digits',
    /(formatMoney|formatMoneyInput|parseMoney)\([^)]*\b(order|receipt|entry|row)\.currency\b/,
  ],
] as const

/**
 * Matches formats of `Intl` that a module creates when it is evaluated. The first format of a process takes 20 to 60
 * ms, even when nothing uses it.
 */
const eagerFormat = /^(?:export )?(?:const|let) (?:(?!=>)[^\n])*\bIntl\.(?!Locale\b)\w+\(/m

/** Matches calls with a path as text. Calls must take their path, method and types from an endpoint of the contract. */
const handTypedPath =
  /\b(?:fetchWithoutSession|authFetch|api|fetch|sendBeacon)\(\s*(?:serverAddress\(\s*)?['"`]\/(?!search-index)|(?<!\w)['"`]\/(?:api|auth|users|notifications|tools|comments)\//

/**
 * Checks the imports between folders, and the other rules of this file.
 * @param files the text of every source file by its path relative to the root, with `/` between the parts
 */
export function findDirectionViolations(files: Record<string, string>): DirectionViolation[] {
  const found: DirectionViolation[] = []
  for (const [file, source] of Object.entries(files)) {
    const [room = '', folder = '', ...deeper] = partsOf(file)
    const allowed = rooms[room]
    if (!allowed) continue
    const isTest = file.includes('.test.')
    for (const name of listImports(source)) {
      const target = resolveImport(file, name)
      const report = (rule: string) => found.push({ file, target: target ?? name, rule })
      if (target === null) {
        if (room === 'web' && !isTest && /^zod/.test(name)) report('browser code takes schemas as types only')
        if (
          room === 'hub' &&
          !name.startsWith('node:') &&
          !hubDependencies.some((own) => `${name}/`.startsWith(`${own}/`))
        )
          report('the hub declares the packages that it imports')
        continue
      }
      const [otherRoom = '', otherFolder = '', ...otherDeeper] = partsOf(target)
      if (otherRoom === '..') report('nothing is imported from outside the project')
      else if (otherRoom !== room && rooms[otherRoom] && !allowed.includes(otherRoom))
        report(`${room} does not import ${otherRoom}`)
      else if (otherRoom === 'hub' && room !== 'hub' && !hubEntries.has(name))
        report('the hub is imported by the names of its entries')
      if (otherRoom !== room || (room !== 'server' && room !== 'web')) continue
      if (file === 'server/app.ts' && target.startsWith('server/features/') && !isEntry(target))
        report('app.ts knows a feature by its feature.ts alone')
      if (!isTest && orderingRank(file) >= 0 && orderingRank(file) < orderingRank(target))
        report('payments know orders, orders know kitchens, and never the other way')
      // Files outside the folders of features connect the features. Test code may import anything.
      if (
        deeper.length === 0 ||
        otherFolder === folder ||
        folder === 'testing' ||
        (isTest && otherFolder === 'testing')
      )
        continue
      const ground: readonly string[] = foundations[room]
      if (otherDeeper.length === 0) report('a folder imports nothing of the composition above it')
      else if (!ground.includes(otherFolder)) {
        report(ground.includes(folder) ? `${folder} imports no feature` : 'no feature imports another')
      }
    }
    if (room === 'web' && folder !== 'testing' && folder !== 'service-worker' && !isTest && handTypedPath.test(source))
      found.push({ file, target: file, rule: 'calls name an endpoint of the contract, not a path' })
    if (room === 'server' && !isTest && !mayNameAccounts.test(file) && accountsTable.test(source))
      found.push({ file, target: file, rule: 'accounts and db/accounts.ts alone name the table of accounts' })
    for (const [rule, pattern] of moneyRules)
      if (file !== 'contract/money.ts' && pattern.test(source)) found.push({ file, target: file, rule })
    if (
      room === 'server' &&
      folder !== 'testing' &&
      !isTest &&
      file !== 'server/db/email-key.ts' &&
      tidiedEmail.test(source)
    )
      found.push({ file, target: file, rule: 'db/email-key.ts alone says whose an address is' })
    if (!isTest && ['contract', 'server', 'web'].includes(room) && eagerFormat.test(source))
      found.push({ file, target: file, rule: 'formats are created when they are used' })
    if (path.basename(file).startsWith('index.') && /\.tsx?$/.test(file))
      found.push({ file, target: file, rule: 'no barrels' })
    if (/(^|[/-])(utils|helpers|common|manager)([./-]|$)/.test(file)) {
      found.push({ file, target: file, rule: 'a name says what the thing is' })
    }
  }
  return found
}
