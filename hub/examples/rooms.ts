import { randomUUID } from 'node:crypto'
import { defineHub, type HubServer, type ListedClient } from '@hobohat/hub'

interface Client {
  /** Called when the users of a room change. Only clients that have joined the room get the call. */
  present(room: string, users: string[]): void
}

/** A room that clients of this process have joined. */
class Room {
  /** The connection ids of the clients of this process in the room. */
  readonly ownIds = new Set<string>()
  /** The members of the room, as this process last listed them. */
  members: ListedClient[] = []
  running: Promise<unknown> = Promise.resolve()
  waiting: Promise<string[]> | null = null
}

/** Serves a hub that tells each client which users are in its rooms. The users may be connected to any process. */
export function mapRooms(hubs: HubServer) {
  /** The prefix of the names of groups that contain only clients of this process. */
  const here = randomUUID()
  const rooms = new Map<string, Room>()
  /** The names have prefixes, because the names of rooms come from clients. */
  const groupsOf = (name: string) => [`room:${name}`, `${here}:${name}`] as const

  const hub = defineHub({
    client: {} as Client,
    authenticate: ({ query }) => ({ userId: query.get('user') ?? 'guest' }),
    onDisconnected(ctx) {
      for (const name of rooms.keys()) forgetClient(name, ctx.connectionId)
    },
  }).methods({
    async join(ctx, name: string): Promise<string[]> {
      const room = rooms.get(name) ?? new Room()
      rooms.set(name, room)
      room.ownIds.add(ctx.connectionId)
      for (const group of groupsOf(name)) await ctx.groups.add(ctx.connectionId, group)
      return updateUsers(name, room)
    },
    async leave(ctx, name: string): Promise<void> {
      for (const group of groupsOf(name)) await ctx.groups.remove(ctx.connectionId, group)
      forgetClient(name, ctx.connectionId)
    },
  })
  hubs.map('/rooms', hub)

  /** Forgets a client, and its room when no client of this process is left in the room. */
  function forgetClient(name: string, connectionId: string): void {
    const room = rooms.get(name)
    room?.ownIds.delete(connectionId)
    if (room?.ownIds.size === 0) rooms.delete(name)
  }

  /** Waits for a running update, because an older list that arrives later would replace a newer list. */
  function updateUsers(name: string, room: Room): Promise<string[]> {
    room.waiting ??= room.running
      .catch(() => {})
      .then(() => {
        room.waiting = null
        const update = listUsers(name, room)
        room.running = update
        return update
      })
    return room.waiting
  }

  async function listUsers(name: string, room: Room): Promise<string[]> {
    const { clients } = hubs.context(hub)
    const [all, own] = groupsOf(name)
    const { clients: listed, processIds, silentProcesses } = await clients.group(all).list()
    // If a process did not answer, its clients stay members until the process answers or counts as dead.
    const isKept = ({ processId }: ListedClient) => silentProcesses > 0 && !processIds.includes(processId)
    const before = usersOf(room.members)
    room.members = [...listed, ...room.members.filter(isKept)]
    const users = usersOf(room.members)
    if (users.join() !== before.join()) await clients.group(own).send('present', name, users)
    return users
  }
  setInterval(() => {
    for (const [name, room] of rooms) void updateUsers(name, room).catch(console.error)
  }, 5_000).unref()
  return hub
}

const usersOf = (members: ListedClient[]) => [...new Set(members.flatMap(({ userId }) => userId ?? []))].sort()
