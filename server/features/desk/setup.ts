import { type SetupStep, type SetupStepName, setupStepNames } from '#contract/setup.ts'
import { site } from '#site'
import { buildAccountsQuery } from '../../db/accounts.ts'
import { type AuditActor, recordAction } from '../../db/audit-log.ts'
import type { Database } from '../../db/database.ts'
import { deleteSetting, readSetting, writeSetting, writeSettingIfUnchanged } from '../../db/settings.ts'
import type { SitePage } from '../../http/build-output.ts'
import type { ClientDetails } from '../../http/client.ts'
import type { SetupChecksByStep } from '../define-feature.ts'
import { findExampleFields } from './find-example-fields.ts'

/** The setting that holds the origin at which an admin reached the site over HTTPS. */
const HTTPS = 'setup.https'
/** The setting that holds the paths of the site's first pages, and the name that the site had at that time. */
const FIRST_PAGES = 'setup.firstPages'
/** The setting that holds the path of a page that was not among the first pages. */
const OWN_PAGE = 'setup.ownPage'
const skippedKey = (name: SetupStepName) => `setup.skipped.${name}`

export interface SetupContext {
  db: Database
  /** The first origin of the site. */
  origin: string
  build: { readonly pages: readonly SitePage[] }
}

/** Creates the checks of the setup steps that belong to no single feature. */
export const createSiteSetupChecks = ({ db, origin, build }: SetupContext): SetupChecksByStep => ({
  identity: async () => {
    const fields = findExampleFields(site)
    return { isDone: fields.length === 0, findings: { exampleFields: fields } }
  },
  page: async () => {
    if ((await readSetting(db, OWN_PAGE)) !== undefined) return { isDone: true }
    const first = (await readSetting(db, FIRST_PAGES)) as FirstPages | undefined
    const isNew = ({ path, aliases, private: isPrivate }: SitePage) =>
      !isPrivate && ![path, ...aliases].some((known) => first?.paths.includes(known))
    const own = first && build.pages.find(isNew)
    // Stored, so that the step stays done when the name of the site changes.
    if (own) await writeSetting(db, OWN_PAGE, own.path)
    return { isDone: own !== undefined }
  },
  https: async ({ requestOrigin }) => {
    // A caller can send any Host header. This header is trusted, because the caller is an admin.
    if (origin.startsWith('https://') && requestOrigin === origin) await writeSetting(db, HTTPS, origin)
    return { isDone: (await readSetting(db, HTTPS)) === origin, findings: { origin, requestOrigin } }
  },
})

interface FirstPages {
  siteName: string
  paths: string[]
}

/**
 * Records the pages of a new site, so that later pages count as the author's own. When the name of the site has
 * changed, its pages are recorded again, unless a page of the author was found before. On a site that already has
 * accounts, all pages count as the author's own.
 */
export async function recordStarterPages(
  { db, build }: Pick<SetupContext, 'db' | 'build'>,
  siteName = site.name,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const before = (await readSetting(tx, FIRST_PAGES)) as FirstPages | undefined
    if (before?.siteName === siteName || (await readSetting(tx, OWN_PAGE)) !== undefined) return
    const isNew = before !== undefined || (await buildAccountsQuery(tx).limit(1).executeTakeFirst()) === undefined
    const paths = isNew ? build.pages.map(({ path }) => path) : []
    await writeSetting(tx, FIRST_PAGES, { siteName, paths } satisfies FirstPages)
  })
}

/** Checks all steps, in the order of the contract. */
export async function listSetupSteps(
  db: Database,
  checks: SetupChecksByStep,
  client: ClientDetails,
): Promise<SetupStep[]> {
  const steps: SetupStep[] = []
  for (const name of setupStepNames) {
    const finding = await checks[name]?.(client)
    if (!finding) continue
    const { isDone, findings = {} } = finding
    const isSkipped = (await readSetting(db, skippedKey(name))) !== undefined
    steps.push({ name, state: isDone ? 'done' : isSkipped ? 'skipped' : 'open', findings })
  }
  return steps
}

/** Skips a setup step, or reopens it. A repeated call changes nothing. */
export async function setSetupStepSkipped(
  db: Database,
  actor: AuditActor,
  name: SetupStepName,
  isSkipped: boolean,
): Promise<void> {
  const key = skippedKey(name)
  await db.transaction().execute(async (tx) => {
    const write = () => writeSettingIfUnchanged(tx, key, undefined, Date.now())
    if (!(await (isSkipped ? write() : deleteSetting(tx, key)))) return
    const action = isSkipped ? 'setup step skipped' : 'setup step taken up'
    await recordAction(tx, { actor, action, target: { id: null, name: titles[name] } })
  })
}

/** The names of the steps in the audit log. */
const titles: Record<SetupStepName, string> = {
  identity: 'name and address',
  page: 'first page',
  sampleNotice: 'sample notice',
  sampleKitchen: 'sample kitchen',
  https: 'HTTPS',
  mail: 'mail',
  recovery: 'recovery',
  protection: 'protection of the desk',
  backup: 'backup',
}
