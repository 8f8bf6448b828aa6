import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentType, useEffect } from 'react'
import { lazy } from '#contract/lazy.ts'
import type { LoginProvider, MyAccount } from '#contract/my-account.ts'
import { accountQueryOptions } from '../../../api/account-query.ts'
import { passkeysQueryOptions } from '../../../api/passkeys.ts'
import { getErrorMessage } from '../../../api/problem.ts'
import { useSession } from '../../../api/session.ts'
import { listen } from '../../../device/listen.ts'
import { useFeatureModules } from '../../../kit/feature-modules.ts'
import { useFeatures } from '../../../kit/web-feature.ts'
import { ProblemNote } from '../../../ui/note/problem-note.tsx'
import { DataExport } from './data-export.tsx'
import { DeleteAccount } from './delete-account.tsx'
import { EmailSection } from './email-section.tsx'
import { NameSetting } from './name-setting.tsx'
import { PasskeysSection } from './passkeys-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { ProfilePicture } from './profile-picture.tsx'
import { accountQueries } from './queries.ts'
import { SecondFactorSection } from './second-factor-section.tsx'
import { SectionFrame } from './section-frame.tsx'
import { SessionsSection } from './sessions-section.tsx'

/** The account page of a reader, with the sections of the accounts feature and of other features. */
export function ReaderAccount({ onDeleted }: { onDeleted: () => void }) {
  const client = useQueryClient()
  const query = accountQueryOptions()
  const { data: account, error, refetch } = useQuery(query)
  const sectionNames = useFeatures().flatMap(({ accountSections = [] }) => accountSections)
  const sections = useFeatureModules<{ AccountSection: ComponentType }>(sectionNames)

  const show = (next: MyAccount) => void client.setQueryData(query.queryKey, next)
  const reload = async () => void (await refetch())

  // A mailed link may have changed the email address in another tab.
  useEffect(() => {
    const onReturn = () => void (document.visibilityState === 'visible' && refetch())
    return listen(document, 'visibilitychange', onReturn)
  }, [refetch])

  // The session menu in the header shows the name, email address and picture of the account too.
  useEffect(() => {
    if (!account) return
    const { user, fetchUser } = useSession.getState()
    const { name, email, profilePicture } = account
    if (user?.user !== name || user.email !== email || user.profilePicture !== profilePicture) fetchUser()
  }, [account])

  if (!account || !sections)
    return error ? (
      <ProblemNote text={getErrorMessage(error) ?? ''} onRetry={refetch} />
    ) : (
      <p role="status">Loading your account …</p>
    )
  return (
    <>
      <SectionFrame title="Profile" description="How you appear on this site.">
        <ProfilePicture account={account} onChange={show} />
        <NameSetting account={account} onChange={show} />
      </SectionFrame>
      <EmailSection account={account} onAsked={reload} />
      <PasswordSection
        account={account}
        onChanged={() => {
          refetch()
          client.invalidateQueries(accountQueries.sessions())
          // An account gets a second factor only when it has a password.
          client.invalidateQueries(accountQueries.secondFactor())
        }}
      />
      <PasskeysSection />
      <SecondFactorSection />
      <SessionsSection />
      <LoginMethods account={account} />
      {sections.map(({ AccountSection }, at) => (
        <AccountSection key={sectionNames[at]} />
      ))}
      <DataExport />
      <DeleteAccount account={account} onDeleted={onDeleted} />
    </>
  )
}

const providerNames: Record<LoginProvider, string> = { google: 'Google', microsoft: 'Microsoft' }
const waysFormat = lazy(() => new Intl.ListFormat('en', { type: 'disjunction' }))

function LoginMethods({ account: { hasPassword, providers } }: { account: MyAccount }) {
  const passkeys = useQuery(passkeysQueryOptions()).data?.passkeys
  const { data: secondFactor, isPending } = useQuery(accountQueries.secondFactor())
  const needsCode = secondFactor !== undefined && secondFactor.since !== null
  const names = providers.map((provider) => providerNames[provider])
  const ways = [
    ...(hasPassword ? [`your email and password${needsCode ? ' with a code' : ''}`] : []),
    ...(passkeys && passkeys.length > 0 ? ['a passkey'] : []),
    // The server refuses a login with a provider while the account asks for a code.
    ...(needsCode || isPending ? [] : names),
  ]
  return (
    <SectionFrame title="Logging in with" description="What leads to this account. All of it is the same account.">
      <p>
        {ways.length > 0 ? (
          <>
            You log in with <strong>{waysFormat().format(ways)}</strong>.
          </>
        ) : (
          passkeys && !isPending && 'Nothing at the moment: set a password, so that you can come back.'
        )}
      </p>
      {needsCode && names.length > 0 && (
        <p>A login with {waysFormat().format(names)} is refused while your account asks for a code.</p>
      )}
    </SectionFrame>
  )
}
