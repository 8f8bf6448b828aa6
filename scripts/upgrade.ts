/**
 * `npm run upgrade`: upgrades the site to a new version, or undoes the last upgrade. See docs/operating.md.
 *
 *   npm run upgrade                                                to the newest version of this branch
 *   npm run upgrade -- --from https://git.example/them/site       to the version of another repository (for forks);
 *                                                                  later upgrades use the same repository
 *   npm run upgrade -- --restart "sudo systemctl restart site"    restarts the site, and undoes a failed upgrade
 *   npm run upgrade -- back                                        undoes the last upgrade
 */
import { parseArgs } from 'node:util'
import { toLoopbackUrl } from '#contract/local-url.ts'
import { loadEnvFile, readListenAddress } from './env-file.ts'
import { undoLastUpgrade, upgrade } from './upgrade/upgrade.ts'
import { UpgradeError } from './upgrade/upgrade-error.ts'

const READY_MS = 60_000

const HELP = `npm run upgrade                                  the newest version of this branch
npm run upgrade -- --from ADDRESS                of another repository, which it remembers
npm run upgrade -- --restart COMMAND             restarts the site, and goes back when it fails
npm run upgrade -- back                          the version before`

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { from: { type: 'string' }, restart: { type: 'string' }, help: { type: 'boolean' } },
    })
  } catch (error) {
    throw new UpgradeError(`${(error as Error).message}\n\n${HELP}`)
  }
}

async function main(): Promise<void> {
  const { values, positionals } = readArguments()
  if (values.help) return console.log(HELP)
  if (positionals.length > 0 && positionals.join(' ') !== 'back') throw new UpgradeError(HELP)
  const options = {
    folder: process.cwd(),
    ...(values.from !== undefined && { from: values.from }),
    restart: values.restart ?? null,
    origin: toLoopbackUrl(readListenAddress(process.env)),
    readyMs: READY_MS,
    print: console.log,
  }
  await (positionals[0] === 'back' ? undoLastUpgrade(options) : upgrade(options))
}

loadEnvFile()
try {
  await main()
} catch (error) {
  if (!(error instanceof UpgradeError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
