import { defineHub } from '@hobohat/hub'
import type { HubConnectionOf } from '@hobohat/hub/client'

export interface Message {
  number: number
  text: string
}
/** A table of a database. */
export interface MessageTable {
  /** Inserts a message, which gets the next number. Returns the stored message when the key is known. */
  insert(key: string, text: string): Promise<Message>
  /** Returns the messages with greater numbers, in their order. */
  findAfter(number: number): Promise<Message[]>
}
interface Client {
  said(message: Message): void
  outageEnded(): void
}

export const createRoom = (table: MessageTable) =>
  defineHub({ client: {} as Client }).methods({
    // Sends a stored message again, because the call that stored it may have reached nobody.
    say: async (ctx, key: string, text: string) => ctx.clients.all.send('said', await table.insert(key, text)),
    messagesAfter: (_ctx, number: number) => table.findAfter(number),
  })

/** Starts a connection. Calls `show` with all messages whenever there are new ones. */
export async function followRoom(
  connection: HubConnectionOf<ReturnType<typeof createRoom>>,
  show: (messages: Message[]) => void,
): Promise<void> {
  const messages = new Map<number, Message>()
  /** No message up to this number is missing. */
  let complete = 0

  function add(added: Message[]) {
    for (const message of added) messages.set(message.number, message)
    while (messages.has(complete + 1)) complete++
    show([...messages.values()].sort((a, b) => a.number - b.number))
  }
  async function fetchMissed() {
    const missed = await connection.invoke('messagesAfter', complete)
    complete = Math.max(complete, missed.at(-1)?.number ?? 0)
    add(missed)
  }
  const fetchAgain = () => void fetchMissed().catch(console.error)
  connection.on('said', (message) => {
    add([message])
    // There is a gap before this message.
    if (message.number > complete) fetchAgain()
  })
  connection.on('outageEnded', fetchAgain)
  connection.onreconnected(fetchAgain)
  await connection.start()
  await fetchMissed()
}
