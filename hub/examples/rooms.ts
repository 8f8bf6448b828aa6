import { randomUUID } from 'node:crypto'
import { defineHub, type HubServer, type ListedClient } from '@hobohat/hub'

interface Client {
  /** Called when the users of a room change. Only clients that have joined the room get the call. */
  present(room: string, users: string[]): void
}

/** Serves a hub that tells each client which users are in its rooms. The users may be connected to any process. */
export function mapRooms(hubs: HubServer) {
  /** A part of the names of groups. Such a group contains only clients of this process. */
  const here = randomUUID()
  /** The members of each room, as this process last told its clients. */
  const told = new Map<string, ListedClient[]>()

  const rooms = defineHub({
    client: {} as Client,
    authenticate: ({ query }) => ({ userId: query.get('user') ?? 'guest' }),
  }).methods({
    async join(ctx, room: string): Promise<string[]> {
      await ctx.groups.add(ctx.connectionId, room)
      await ctx.groups.add(ctx.connectionId, `${room} ${here}`)
      return updateRoom(room)
    },
  })
  hubs.map('/rooms', rooms)

  async function updateRoom(room: string): Promise<string[]> {
    const { clients } = hubs.context(rooms)
    const { clients: listed, processIds, silentProcesses } = await clients.group(room).list()
    const known = told.get(room) ?? []
    // If a process did not answer, its members stay in the room until it answers or counts as dead.
    const isKept = ({ processId }: ListedClient) => silentProcesses > 0 && !processIds.includes(processId)
    const members = [...listed, ...known.filter(isKept)]
    if (members.length === 0) told.delete(room)
    else told.set(room, members)
    const users = usersOf(members)
    if (users.join() !== usersOf(known).join()) await clients.group(`${room} ${here}`).send('present', room, users)
    return users
  }
  setInterval(() => {
    for (const room of told.keys()) void updateRoom(room).catch(console.error)
  }, 5_000).unref()
  return rooms
}

const usersOf = (members: ListedClient[]) => [...new Set(members.flatMap(({ userId }) => userId ?? []))].sort()
