import { site } from '#site'
import { emailTemplate, type Mail } from '../../../outbox/email-template.ts'

interface Decided {
  name: string
  /** Of its board. */
  address: string
  status: 'active' | 'suspended'
  /** In the words of an admin; empty where none was given. */
  reason: string
}

/** Tells an owner that their kitchen has been opened to customers, or suspended. */
export function statusMail(owner: { name: string; email: string }, { name, address, status, reason }: Decided): Mail {
  const why = reason === '' ? [] : [`The reason: ${reason}`]
  if (status === 'active')
    return emailTemplate({
      to: owner.email,
      name: owner.name,
      subject: `${name} is open to customers`,
      paragraphs: [`${name} is on ${site.name} now: customers see it, and can order while it is open.`, ...why],
      action: { label: 'Go to the board', url: address },
    })
  return emailTemplate({
    to: owner.email,
    name: owner.name,
    subject: `${name} has been suspended`,
    paragraphs: [
      `${name} takes no orders on ${site.name} until further notice, and customers do not see it. Finish the orders that are still open.`,
      ...why,
    ],
    action: { label: 'Go to the board', url: address },
    notes: ['If you think this is a mistake, answer this mail.'],
  })
}
