import { site } from '#site'
import { type Mail, writeMail } from '../../../outbox/email-template.ts'

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
  const reasonParagraphs = reason === '' ? [] : [`The reason: ${reason}`]
  if (status === 'active')
    return writeMail({
      to: owner.email,
      name: owner.name,
      subject: `${name} is open to customers`,
      paragraphs: [
        `${name} is on ${site.name} now: customers see it, and can order while it is open.`,
        ...reasonParagraphs,
      ],
      action: { label: 'Go to the board', url: boardUrl },
    })
  return writeMail({
    to: owner.email,
    name: owner.name,
    subject: `${name} has been suspended`,
    paragraphs: [
      `${name} takes no orders on ${site.name} until further notice, and customers do not see it. Finish the orders that are still open.`,
      ...reasonParagraphs,
    ],
    action: { label: 'Go to the board', url: boardUrl },
    notes: ['If you think this is a mistake, answer this mail.'],
  })
}
