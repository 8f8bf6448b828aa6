import { type ComponentType, useCallback, useEffect, useState } from 'react'
import { getMyAccount, type MyAccount } from '#contract/my-account.ts'
import { api } from '../../kit/call-api.ts'
import { useFeatureModules } from '../../kit/feature-modules.ts'
import { problemOf, UNREACHABLE } from '../../kit/problem.ts'
import { useSession } from '../../kit/session.ts'
import { useFeatures } from '../../kit/web-feature.ts'
import { DeleteAccount } from './delete-account.tsx'
import { EmailAddress } from './email-address.tsx'
import { LoginMethods } from './login-methods.tsx'
import { Name } from './name.tsx'
import { Password } from './password.tsx'
import { Picture } from './picture.tsx'
import { Retry } from './retry.tsx'
import { Section } from './section.tsx'
import { Sessions } from './sessions.tsx'
import { YourData } from './your-data.tsx'

/** The own account, part by part. */
export function ReaderAccount({ onDeleted }: { onDeleted: () => void }) {
  const [account, setAccount] = useState<MyAccount>()
  const [problem, setProblem] = useState('')
  const [passwordsChanged, setPasswordsChanged] = useState(0)
  const sectionNames = useFeatures().flatMap(({ accountSections = [] }) => accountSections)
  const sections = useFeatureModules<{ AccountSection: ComponentType }>(sectionNames)

  /** Here, and in the header. */
  const show = useCallback((next: MyAccount) => {
    setAccount(next)
    const { user, fetchUser } = useSession.getState()
    const same = user?.user === next.name && user.email === next.email && user.profilePicture === next.profilePicture
    if (!same) fetchUser()
  }, [])

  const load = useCallback(async () => {
    try {
      show(await api(getMyAccount))
      setProblem('')
    } catch (error) {
      setProblem((await problemOf(error, UNREACHABLE)).message)
    }
  }, [show])

  // Again when one comes back to the tab: a link in a mail may have changed the address meanwhile.
  useEffect(() => {
    const returned = () => document.visibilityState === 'visible' && load()
    load()
    document.addEventListener('visibilitychange', returned)
    return () => document.removeEventListener('visibilitychange', returned)
  }, [load])

  if (!account || !sections)
    return problem ? <Retry words={problem} onRetry={load} /> : <p role="status">Loading your account …</p>
  return (
    <>
      <Section title="Profile" words="How you appear on this site.">
        <Picture account={account} onChange={show} />
        <Name account={account} onChange={show} />
      </Section>
      <EmailAddress account={account} onAsked={load} />
      <Password
        account={account}
        onChanged={() => {
          setPasswordsChanged((count) => count + 1)
          load()
        }}
      />
      <Sessions stale={passwordsChanged} />
      <LoginMethods account={account} />
      {sections.map(({ AccountSection }, at) => (
        <AccountSection key={sectionNames[at]} />
      ))}
      <YourData />
      <DeleteAccount account={account} onDeleted={onDeleted} />
    </>
  )
}
