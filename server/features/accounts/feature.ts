import type { LoginProvider } from '#contract/accounts.ts'
import { HOUR_MS } from '#contract/limits.ts'
import type { AuditActor } from '../../db/audit-log.ts'
import type { Tx } from '../../db/database.ts'
import type { EmailKey, EmailWithKey } from '../../db/email-key.ts'
import type { Actor, FindPrivilegesGrantedAt } from '../../http/actor.ts'
import { defineFeature } from '../define-feature.ts'
import { createAccessTokenService } from './access-tokens.ts'
import type { AccountContext } from './account-context.ts'
import { insertClaimLink } from './claim-site.ts'
import {
  createLinkRequestOutboxSender,
  deleteOldMailLinks,
  isGuestEmailConfirmed,
  mailGuestConfirmationLink,
} from './mail-links.ts'
import { buildTokenUrl } from './mails.ts'
import { myAccountRoutes } from './my-account/routes.ts'
import { passkeyRoutes } from './passkeys/routes.ts'
import { grantRole } from './people/change-person.ts'
import { countReadersAndGuests, partnerApplicationInboxSource } from './people/people.ts'
import { type PeopleContext, peopleRoutes } from './people/routes.ts'
import {
  findProtectionDeadline,
  recordProtectionRuleStart,
  requireAdminProtectionAndOwnerProof,
  requireProtectionAndOwnerProof,
  runAdminProtectionSetupCheck,
} from './protection.ts'
import type { ConfiguredProviders } from './providers/provider-client.ts'
import { providerRoutes } from './providers/provider-routes.ts'
import { runLockoutRecoverySetupCheck } from './recovery.ts'
import { accountRoutes } from './routes.ts'
import { secondFactorRoutes } from './second-factor/routes.ts'
import {
  createAuthenticator,
  createEmailConfirmedSubscription,
  deleteOldSessionsBatch,
  personSessionRecordSource,
} from './sessions.ts'
import { runTestMailSetupCheck, type TestMailContext, testMailRoutes } from './test-mail.ts'
import { toProfilePicturePath } from './users.ts'

export function createAccountsFeature({
  providers,
  ...options
}: Omit<AccountContext, 'tokens'> & PeopleContext & TestMailContext & { providers: ConfiguredProviders }) {
  const { db, origins } = options
  const context = { ...options, tokens: createAccessTokenService(db, origins[0]) }
  return defineFeature({
    name: 'accounts',
    switchedBy: 'accounts',
    routes: (mount) => {
      accountRoutes(mount.bind, context, Object.keys(providers) as LoginProvider[])
      providerRoutes(mount.scope, context, providers)
      myAccountRoutes(mount, context)
      passkeyRoutes(mount.bind, context)
      secondFactorRoutes(mount.bind, context)
      peopleRoutes(mount.bind, context)
      testMailRoutes(mount.bind, context)
    },
    leaderJobs: [
      { everyMs: HOUR_MS, run: () => deleteOldSessionsBatch(db) },
      { everyMs: HOUR_MS, run: () => deleteOldMailLinks(db) },
    ],
    senders: [createLinkRequestOutboxSender(db)],
    inbox: [partnerApplicationInboxSource],
    subscriptions: [createEmailConfirmedSubscription(options.events)],
    personRecords: [personSessionRecordSource],
    setupChecks: {
      mail: () => runTestMailSetupCheck(options),
      recovery: () => runLockoutRecoverySetupCheck(db),
      protection: () => runAdminProtectionSetupCheck(db),
    },
    prepare: async (announce) => {
      await recordProtectionRuleStart(db)
      const token = await insertClaimLink(db)
      if (token) announce((url) => `Become the admin, within a day and once: ${buildTokenUrl(`${url}/welcome`, token)}`)
    },
    authenticate: createAuthenticator(db, context.tokens),
    guests: {
      isConfirmed: (key: EmailKey) => isGuestEmailConfirmed(db, key),
      mailLink: (email: EmailWithKey) => mailGuestConfirmationLink(db, email, `${origins[0]}/verify-email`),
    },
    requireTrustedProof: (actor: Actor, trustedSince: FindPrivilegesGrantedAt) =>
      requireProtectionAndOwnerProof(db, actor, trustedSince),
    protectionDueAt: (actor: Actor, trustedSince: FindPrivilegesGrantedAt) =>
      findProtectionDeadline(db, actor.userId, trustedSince),
    requireAdminProof: (actor: Actor) => requireAdminProtectionAndOwnerProof(db, actor),
    pictureAddress: toProfilePicturePath,
    countPeople: countReadersAndGuests,
    grantPartnerRole: (tx: Tx, by: AuditActor, userId: string) => grantRole(tx, options.events, by, userId, 'Partner'),
  })
}
