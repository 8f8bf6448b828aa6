import type { MemberRole } from '#contract/kitchen.ts'
import { site } from '#site'
import { type Mail, writeMail } from '../../../outbox/email-template.ts'

/** Writes the mail that invites an address to work in a kitchen. @param kitchen `page` is the link for joining */
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
