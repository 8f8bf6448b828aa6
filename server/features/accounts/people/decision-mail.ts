import { site } from '#site'
import { type Mail, writeMail } from '../../../outbox/email-template.ts'

/** Returns the mail that tells an applicant the decision. */
export function decisionMail({ name, email }: { name: string; email: string }, approved: boolean): Mail {
  if (approved) {
    return writeMail({
      to: email,
      name,
      subject: `You are a partner of ${site.name} now`,
      paragraphs: [
        `Your application to become a partner of ${site.name} has been approved. Load the site anew to see what partners see.`,
      ],
    })
  }
  return writeMail({
    to: email,
    name,
    subject: `Your application at ${site.name}`,
    paragraphs: [
      `Your application to become a partner of ${site.name} has not been approved. Your account stays as it is.`,
    ],
    notes: ['If you think this is a mistake, answer this mail.'],
  })
}
