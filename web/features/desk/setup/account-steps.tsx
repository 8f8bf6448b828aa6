import { sendTestMail } from '#contract/setup.ts'
import { callForJson } from '../../../api/call-api.ts'
import { useSession } from '../../../api/session.ts'
import { Link } from '../../../kit/link.tsx'
import { CopyableCode } from '../../../ui/copyable.tsx'
import { QuietButton } from '../../../ui/quiet-button.tsx'
import { buildMailEnvLines, chooseExampleUrl } from './setup-texts.ts'
import type { StepContentByName, StepProps } from './step-content.ts'

function Mail({ findings: { canSendMail, testMail, origin }, action, recheck }: StepProps) {
  if (!canSendMail)
    return (
      <>
        <p>
          Any mailbox will do that allows a program to send. Its provider names the server, the user and the password.
          Write them into a file with the name <code>.env</code> in the folder of the site:
        </p>
        <CopyableCode title=".env" text={buildMailEnvLines(chooseExampleUrl(origin))} />
        <p>
          Then stop the site with Ctrl+C and start it again with npm start, or restart its service. Until then, mail
          waits for you at <Link to="/desk/mail">Mail</Link>.
        </p>
      </>
    )
  const send = () =>
    action.perform({
      run: async () => {
        const { to } = await callForJson(sendTestMail)
        await recheck()
        return `A test mail is on its way to ${to}. Open it and follow its link.`
      },
    })
  return (
    <>
      <p>
        Send a test mail to yourself and follow the link in it, on any device. That proves that mail arrives and that
        its links lead to the site.
      </p>
      {testMail && <TestMailState {...testMail} />}
      <QuietButton kind="main" busy={action.busy} onClick={send}>
        {testMail ? 'Send another test mail' : 'Send a test mail'}
      </QuietButton>
    </>
  )
}

function TestMailState({ to, state, lastError }: NonNullable<StepProps['findings']['testMail']>) {
  if (state === 'sent')
    return (
      <p className="note">
        The mail server has taken the test mail to <b>{to}</b>. If it does not arrive within some minutes, look among
        the spam, and check that the domain of the sender allows this mail server (SPF and DKIM).
      </p>
    )
  if (!lastError) return <p className="note">The test mail to {to} is on its way to the mail server.</p>
  return (
    <p className="note" data-kind="grave">
      The test mail to {to} could not be sent{state === 'waiting' && ' yet, and the site keeps trying'}. The mail server
      says: {lastError}
    </p>
  )
}

function Recovery() {
  const email = useSession(({ user }) => user?.email ?? 'EMAIL')
  return (
    <>
      <p>
        Make a second person an admin: they sign up, and you choose them at <Link to="/desk/people">People</Link>.
      </p>
      <p>
        Or try the way back in once. This command makes an account an admin, on the machine of the site. Yours is one
        already, so the command changes nothing, but it shows that it works and this step is done.
      </p>
      <CopyableCode title="Command" text={`npm run admin -- grant ${email}`} />
      <p>
        Run it in the folder of the site. When the service of the site sets <code>DATA_DIR</code> or{' '}
        <code>DATABASE_URL</code>, the command needs the same values.
      </p>
    </>
  )
}

function Protection() {
  return (
    <p>
      Add a <Link to="/account#passkeys">passkey</Link> to your account, or set up an{' '}
      <Link to="/account#second-factor">authenticator app</Link>. The other admins do the same with theirs. The step is
      done when every admin has one of them.
    </p>
  )
}

/** The setup steps about accounts and their mails. */
export const steps: StepContentByName = {
  mail: {
    title: 'Send mail that arrives',
    cost: ({ canSendMail }) =>
      canSendMail
        ? 'A mail server is set up, but nobody has seen a mail arrive yet.'
        : 'Sign-ups and forgotten passwords wait for you to hand on their link.',
    How: Mail,
  },
  recovery: {
    title: 'Keep a way back in',
    cost: () => 'When you lose your password and your mailbox, nobody can open the desk.',
    How: Recovery,
  },
  protection: {
    title: 'Protect the desk with more than a password',
    cost: () => 'Whoever steals the password of an admin opens the desk.',
    How: Protection,
  },
}
