import type { MyAccount, Provider } from '#contract/my-account.ts'
import { Section } from './section.tsx'

const names: Record<Provider, string> = { google: 'Google', microsoft: 'Microsoft' }
const list = new Intl.ListFormat('en', { type: 'disjunction' })

/** By what one logs in to this account. */
export function LoginMethods({ account: { hasPassword, providers } }: { account: MyAccount }) {
  const ways = [...(hasPassword ? ['your email and password'] : []), ...providers.map((provider) => names[provider])]
  return (
    <Section title="Logging in with" words="What leads to this account. All of it is the same account.">
      <p>
        {ways.length > 0 ? (
          <>
            You log in with <strong>{list.format(ways)}</strong>.
          </>
        ) : (
          'Nothing at the moment: set a password, so that you can come back.'
        )}
      </p>
    </Section>
  )
}
