import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentType, useEffect } from 'react'
import type { MyAccount } from '#contract/my-account.ts'
import { messageOf } from '../../../api/problem.ts'
import { useSession } from '../../../api/session.ts'
import { useFeatureModules } from '../../../kit/feature-modules.ts'
import { useFeatures } from '../../../kit/web-feature.ts'
import { DeleteAccount } from './delete-account.tsx'
import { EmailAddress } from './email-address.tsx'
import { LoginMethods } from './login-methods.tsx'
import { Name } from './name.tsx'
import { Password } from './password.tsx'
import { Picture } from './picture.tsx'
import { accountQueries } from './queries.ts'
import { Retry } from './retry.tsx'
import { Section } from './section.tsx'
import { Sessions } from './sessions.tsx'
import { YourData } from './your-data.tsx'

/** The own account, part by part. */
export function ReaderAccount({ onDeleted }: { onDeleted: () => void }) {
  const client = useQueryClient()
  const query = accountQueries.account()
  const { data: account, error, refetch } = useQuery(query)
  const sectionNames = useFeatures().flatMap(({ accountSections = [] }) => accountSections)
  const sections = useFeatureModules<{ AccountSection: ComponentType }>(sectionNames)

  const show = (next: MyAccount) => void client.setQueryData(query.queryKey, next)
  const reload = async () => void (await refetch())

  // A link in a mail may have changed the address while another tab was looked at.
  useEffect(() => {
    const onReturn = () => void (document.visibilityState === 'visible' && refetch())
    document.addEventListener('visibilitychange', onReturn)
    return () => document.removeEventListener('visibilitychange', onReturn)
  }, [refetch])

  // The header shows the same name, address and picture.
  useEffect(() => {
    if (!account) return
    const { user, fetchUser } = useSession.getState()
    const { name, email, profilePicture } = account
    if (user?.user !== name || user.email !== email || user.profilePicture !== profilePicture) fetchUser()
  }, [account])

  if (!account || !sections)
    return error ? (
      <Retry words={messageOf(error) ?? ''} onRetry={refetch} />
    ) : (
      <p role="status">Loading your account …</p>
    )
  return (
    <>
      <Section title="Profile" words="How you appear on this site.">
        <Picture account={account} onChange={show} />
        <Name account={account} onChange={show} />
      </Section>
      <EmailAddress account={account} onAsked={reload} />
      <Password
        account={account}
        onChanged={() => {
          refetch()
          client.invalidateQueries(accountQueries.sessions())
        }}
      />
      <Sessions />
      <LoginMethods account={account} />
      {sections.map(({ AccountSection }, at) => (
        <AccountSection key={sectionNames[at]} />
      ))}
      <YourData />
      <DeleteAccount account={account} onDeleted={onDeleted} />
    </>
  )
}
