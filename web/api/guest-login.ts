import { guestLogin } from '#contract/accounts.ts'
import { errors } from '#contract/errors.ts'
import { fieldChecks } from '../forms/field-problems.ts'
import { callForJson } from './call-api.ts'
import { useSession } from './session.ts'

/** Returns the problems of a guest's name and email address, by field (S5.01). */
export function findGuestProblems({ name = '', email = '' }): Partial<Record<'name' | 'email', string | undefined>> {
  const incomplete = errors.guest_incomplete.message
  if (!name.trim()) return { name: incomplete }
  if (!email.trim()) return { email: incomplete }
  return { name: fieldChecks.name(name), email: fieldChecks.email(email) }
}

/** Logs a guest in without a password (S7.07). @throws what callForJson throws */
export async function logInGuest({ name = '', email = '' }): Promise<void> {
  try {
    const { token, refreshToken } = await callForJson(guestLogin, { body: { name, email } })
    await useSession.getState().loggedIn({ accessToken: token, refreshToken })
  } catch (error) {
    // S8.03 requires this log entry. The form shows the failure too.
    console.info('Guest login failed', error)
    throw error
  }
}
