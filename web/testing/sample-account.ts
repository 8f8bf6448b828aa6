import type { MyAccount } from '#contract/my-account.ts'

/** Builds the account of a reader with a password. */
export const buildMyAccount = (changes: Partial<MyAccount> = {}): MyAccount => ({
  name: 'Nora',
  email: 'nora@example.org',
  pendingEmail: null,
  profilePicture: null,
  hasPassword: true,
  providers: [],
  createdAt: 1,
  ...changes,
})
