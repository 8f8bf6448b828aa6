import { Errors } from './errors.tsx'
import { Kitchens } from './kitchens.tsx'
import { Log } from './log.tsx'
import { MailRoom } from './mail-room.tsx'
import { Moderation } from './moderation.tsx'
import { Notices } from './notices.tsx'
import { Orders } from './orders.tsx'
import { Overview } from './overview.tsx'
import { Payments } from './payments.tsx'
import { People } from './people.tsx'
import { PushLedger } from './push-ledger.tsx'
import { Tools } from './tools.tsx'

const pages = {
  overview: Overview,
  moderation: Moderation,
  errors: Errors,
  notices: Notices,
  push: PushLedger,
  people: People,
  kitchens: Kitchens,
  orders: Orders,
  payments: Payments,
  tools: Tools,
  mail: MailRoom,
  log: Log,
}

export type DeskPageName = keyof typeof pages

/** The desk itself, in one piece: it is small, and going from page to page then waits for nothing. */
export function Desk({ page }: { page: DeskPageName }) {
  const Page = pages[page]
  return <Page />
}
