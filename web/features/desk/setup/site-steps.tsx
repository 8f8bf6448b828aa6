import type { SetupFindings } from '#contract/setup.ts'
import { Link } from '../../../kit/link.tsx'
import { RelativeTime } from '../../../kit/relative-time.tsx'
import { CopyableCode } from '../../../ui/copyable.tsx'
import {
  buildBackupCommands,
  buildCaddyFile,
  buildExamplePageSource,
  buildHttpsEnvLines,
  buildSiteConfigLines,
  chooseExampleUrl,
} from './setup-texts.ts'
import type { StepContentByName, StepProps } from './step-content.ts'

const rebuild = 'While the site runs, build it with npm run build, which keeps the pause of the restart short.'
const restart = 'Then stop the site with Ctrl+C and start it again with npm start, or restart its service.'

function Identity({ findings: { exampleFields = [] } }: StepProps) {
  return (
    <>
      <p>
        Run this command in the folder of the site. It asks for the name, the address, the colours and more, and shows
        what it would change before it does:
      </p>
      <CopyableCode title="Command" text="npm run new" />
      <p>
        Or enter them in <code>site.config.ts</code> yourself.{' '}
        {exampleFields.length > 0 && (
          <>
            These fields still have an example address:{' '}
            {exampleFields.map((field, at) => (
              <span key={field}>
                {at > 0 && ', '}
                <code>{field}</code>
              </span>
            ))}
            .
          </>
        )}
      </p>
      <CopyableCode title="site.config.ts" text={buildSiteConfigLines(chooseExampleUrl())} />
      <p>Commit the change, because an upgrade stops at changes that are not committed:</p>
      <CopyableCode title="Command" text='git add -A && git commit -m "Give the site its name and address"' />
      <p>
        {rebuild} {restart}
      </p>
    </>
  )
}

function FirstPage() {
  return (
    <>
      <p>
        Write it at <Link to="/desk/pages">Pages</Link>, with a preview beside the text, and publish it there.
      </p>
      <p>
        Or write a file in the folder <code>content</code>. Its name may be any that ends with <code>.mdx</code>.
      </p>
      <CopyableCode title="content/my-first-page.mdx" text={buildExamplePageSource(new Date())} />
      <p>
        While you write, this command shows every change at once, at <code>http://127.0.0.1:3000</code>:
      </p>
      <CopyableCode title="Command" text="npm run dev" />
      <p>
        {rebuild} {restart} The page is then in the menu, the feeds and the search.
      </p>
    </>
  )
}

/**
 * Explains what is missing for HTTPS, by comparing the configured origin of the site, the origin of this request and
 * the origin in the browser.
 */
function Https({ findings: { origin = '', requestOrigin = '' } }: StepProps) {
  const address = chooseExampleUrl(origin)
  if (!origin.startsWith('https://'))
    return (
      <>
        <p>
          The site believes that its address is <code>{origin}</code>. Give your domain the address of the server where
          the site runs. Then tell the site its domain, in a file with the name <code>.env</code>:
        </p>
        <CopyableCode title=".env" text={buildHttpsEnvLines(address)} />
        <p>A proxy in front of the site speaks HTTPS. Caddy needs three lines, and gets the certificate by itself:</p>
        <CopyableCode title="Caddyfile" text={buildCaddyFile(address)} />
        <p>{restart}</p>
      </>
    )
  if (location.origin !== origin)
    return (
      <>
        <p>
          You are reading this at <code>{location.origin}</code>. Open the desk at the public address of the site, and
          this step is done:
        </p>
        <p>
          <a className="tall-link" href={`${origin}/desk`}>
            {origin}/desk
          </a>
        </p>
        <p>If nothing answers there, a proxy in front of the site is missing. With Caddy it needs three lines:</p>
        <CopyableCode title="Caddyfile" text={buildCaddyFile(address)} />
      </>
    )
  if (requestOrigin === origin.replace('https:', 'http:'))
    return (
      <>
        <p>
          Your browser speaks HTTPS, but the site does not believe its proxy. Let it, in the file <code>.env</code>:
        </p>
        <CopyableCode title=".env" text="TRUST_PROXY=on" />
        <p>With nginx, the proxy must send this header too. Caddy sends it by itself.</p>
        <CopyableCode title="nginx" text="proxy_set_header X-Forwarded-Proto $scheme;" />
        <p>{restart}</p>
      </>
    )
  if (requestOrigin !== origin)
    return (
      <>
        <p>
          Your browser asked for <code>{origin}</code>, but the proxy told the site <code>{requestOrigin}</code>. Let
          the proxy pass the name on. With nginx:
        </p>
        <CopyableCode title="nginx" text="proxy_set_header Host $http_host;" />
      </>
    )
  return (
    <p>
      You have reached the site at <code>{origin}</code>.
    </p>
  )
}

function Backup({ findings: { backupAt } }: StepProps) {
  return (
    <>
      {backupAt !== undefined && (
        <p>
          The latest backup was made <RelativeTime at={backupAt} />. A restored copy of it was checked, and everything
          was in it.
        </p>
      )}
      <p>
        Make one at <Link to="/desk/backups">Backups</Link>, and choose the time of day at which the site makes the next
        ones. Each is restored once into an empty folder, to check that everything is in it. From time to time, copy one
        to another machine.
      </p>
      <p>Or make one on the command line. The site keeps running, and the folder must be new:</p>
      <CopyableCode title="Command" text={buildBackupCommands(new Date())} />
    </>
  )
}

/** The setup steps that concern the whole site. */
export const steps: StepContentByName = {
  identity: {
    title: 'Give the site your name and address',
    cost: () => 'Links in feeds, search results and shared pages lead to an example address.',
    How: Identity,
  },
  page: {
    title: 'Publish your first page',
    cost: () => 'Visitors find only the pages that the site came with.',
    How: FirstPage,
  },
  https: {
    title: 'Open the site over HTTPS',
    cost: ({ origin }: SetupFindings) =>
      origin?.startsWith('https://')
        ? 'Nobody has opened the desk at the public address yet.'
        : 'Readers elsewhere cannot open the site, or their passwords travel unprotected.',
    How: Https,
  },
  backup: {
    title: 'Make a backup and check it',
    cost: () => 'When the disk fails, everything that readers have done here is gone.',
    How: Backup,
  },
}
