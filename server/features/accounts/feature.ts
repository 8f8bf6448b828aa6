import type { Provider } from '#contract/accounts.ts'
import type { By } from '../../db/audit-log.ts'
import type { Email, EmailKey } from '../../db/email-key.ts'
import type { Actor, TrustedSince } from '../../http/actor.ts'
import { defineFeature } from '../define-feature.ts'
import { createAccessTokens } from './access-tokens.ts'
import type { AccountContext, Tx } from './account-context.ts'
import { createClaim } from './claim-site.ts'
import { isGuestConfirmed, linkRequestSender, mailGuestLink } from './mail-links.ts'
import { linkTo } from './mails.ts'
import { myAccountRoutes } from './my-account/routes.ts'
import { passkeyRoutes } from './passkeys/routes.ts'
import { grantRole } from './people/change-person.ts'
import { applicationInbox, countPeople } from './people/people.ts'
import { type PeopleContext, peopleRoutes } from './people/routes.ts'
import {
  checkProtection,
  protectionDueAt,
  recordProtectionStart,
  requireAdminProof,
  requireTrustedProof,
} from './protection.ts'
import type { ConfiguredProviders } from './providers/provider-client.ts'
import { providerRoutes } from './providers/provider-routes.ts'
import { checkRecovery } from './recovery.ts'
import { accountRoutes } from './routes.ts'
import { secondFactorRoutes } from './second-factor/routes.ts'
import { authenticator, sessionRecords } from './sessions.ts'
import { checkMail, type TestMailContext, testMailRoutes } from './test-mail.ts'
import { pictureAddress } from './users.ts'

export function accounts({
  providers,
  ...options
}: Omit<AccountContext, 'tokens'> & PeopleContext & TestMailContext & { providers: ConfiguredProviders }) {
  const { db, origins } = options
  const context = { ...options, tokens: createAccessTokens(db, origins[0]) }
  return defineFeature({
    name: 'accounts',
    switchedBy: 'accounts',
    routes: (mount) => {
      accountRoutes(mount.bind, context, Object.keys(providers) as Provider[])
      providerRoutes(mount.scope, context, providers)
      myAccountRoutes(mount, context)
      passkeyRoutes(mount.bind, context)
      secondFactorRoutes(mount.bind, context)
      peopleRoutes(mount.bind, context)
      testMailRoutes(mount.bind, context)
    },
    senders: [linkRequestSender(db)],
    inbox: [applicationInbox],
    personRecords: [sessionRecords],
    setupChecks: { mail: checkMail(options), recovery: checkRecovery(options), protection: checkProtection(options) },
    prepare: async (announce) => {
      await recordProtectionStart(db)
      const token = await createClaim(db)
      if (token) announce((url) => `Become the admin, within a day and once: ${linkTo(`${url}/welcome`, token)}`)
    },
    authenticate: authenticator(db, context.tokens),
    guests: {
      isConfirmed: (key: EmailKey) => isGuestConfirmed(db, key),
      mailLink: (email: Email) => mailGuestLink(db, email, `${origins[0]}/verify-email`),
    },
    requireTrustedProof: (actor: Actor, trustedSince: TrustedSince) => requireTrustedProof(db, actor, trustedSince),
    protectionDueAt: (actor: Actor, trustedSince: TrustedSince) => protectionDueAt(db, actor.userId, trustedSince),
    requireAdminProof: (actor: Actor) => requireAdminProof(db, actor),
    pictureAddress,
    countPeople,
    grantPartnerRole: (tx: Tx, by: By, userId: string) =>
      grantRole({ db: tx, events: context.events }, by, userId, 'Partner'),
  })
}
