import type { MyAccount, Provider } from '#contract/my-account.ts'
import { SectionFrame } from './section-frame.tsx'

const names: Record<Provider, string> = { google: 'Google', microsoft: 'Microsoft' }
const list = new Intl.ListFormat('en', { type: 'disjunction' })

/** The section that lists how the reader can log in. */
export function LoginMethods({ account: { hasPassword, providers } }: { account: MyAccount }) {
  const ways = [...(hasPassword ? ['your email and password'] : []), ...providers.map((provider) => names[provider])]
  return (
    <SectionFrame title="Logging in with" description="What leads to this account. All of it is the same account.">
      <p>
        {ways.length > 0 ? (
          <>
            You log in with <strong>{list.format(ways)}</strong>.
          </>
        ) : (
          'Nothing at the moment: set a password, so that you can come back.'
        )}
      </p>
    </SectionFrame>
  )
}
