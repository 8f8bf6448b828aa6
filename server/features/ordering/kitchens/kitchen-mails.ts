import type { MemberRole } from '#contract/kitchen.ts'
import { site } from '#site'
import { type Mail, OWNER_CONTACT, writeMail } from '../../../outbox/email-template.ts'

/** Writes the mail that invites an email address to work in a kitchen. @param kitchen `page` is the link for joining */
export const writeInvitationMail = (to: string, kitchen: { name: string; role: MemberRole; page: string }): Mail =>
  writeMail({
    to,
    subject: `${kitchen.name} invites you to work there`,
    paragraphs: [
      `An owner of ${kitchen.name} on ${site.name} asks you to work there as ${kitchen.role === 'owner' ? 'an owner' : 'staff'}.`,
      'Log in with this address, or sign up with it, and join the kitchen.',
    ],
    action: { label: 'Open your kitchens', url: kitchen.page },
    notes: ['If you do not know this kitchen, you need to do nothing.'],
  })

interface StatusChange {
  name: string
  /** The URL of the page where the kitchen sees its orders. */
  boardUrl: string
  status: 'active' | 'suspended'
  /** The text that the admin entered; may be empty. */
  reason: string
}

/** Writes the mail that tells an owner that their kitchen was opened to customers, or suspended. */
export function writeStatusMail(
  owner: { name: string; email: string },
  { name, boardUrl, status, reason }: StatusChange,
): Mail {
  const isOpen = status === 'active'
  return writeMail({
    to: owner.email,
    name: owner.name,
    subject: isOpen ? `${name} is open to customers` : `${name} has been suspended`,
    paragraphs: [
      isOpen
        ? `${name} is on ${site.name} now: customers see it, and can order while it is open.`
        : `${name} takes no orders on ${site.name} until further notice, and customers do not see it. Finish the orders that are still open.`,
      ...(reason === '' ? [] : [`The reason: ${reason}`]),
    ],
    action: { label: 'Go to the board', url: boardUrl },
    notes: isOpen ? [] : [`If you think this is a mistake, write to ${OWNER_CONTACT}.`],
  })
}
