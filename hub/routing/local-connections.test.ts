import { describe, expect, it } from 'vitest'
import { Connection } from '../connection/connection.ts'
import { defineHub } from '../define-hub.ts'
import { HubEndpoint } from '../hub-endpoint.ts'
import { createFakeClock } from '../testing/fake-clock.ts'
import { LocalConnections, type Recipients } from './local-connections.ts'

const environment = { clock: createFakeClock(), backplane: null, report: () => {} }
const hub = new HubEndpoint('/hub', defineHub().methods({}), {}, environment)
const client = (id: string, userId?: string) =>
  new Connection(hub, { id, token: id, stateful: false, identity: { userId }, address: '' })

const all: Recipients = { to: 'all' }
const room: Recipients = { to: 'group', name: 'room' }
const ann: Recipients = { to: 'user', name: 'ann' }
const connection = (name: string): Recipients => ({ to: 'connection', name })

describe('local connections', () => {
  it('connections are found by their id, user and group, and by the target "all"', () => {
    const connections = new LocalConnections()
    const [one, two] = [client('1', 'ann'), client('2')]
    connections.add(one)
    connections.add(two)
    connections.addToGroup(two, 'room')
    expect([...connections.matching(all)]).toEqual([one, two])
    expect([...connections.matching(ann)]).toEqual([one])
    expect([...connections.matching(room)]).toEqual([two])
    expect([...connections.matching(connection('2'))]).toEqual([two])
    expect([...connections.matching(connection('3'))]).toEqual([])
  })

  it('add() returns the targets that include the connection', () => {
    const connections = new LocalConnections()
    expect(connections.add(client('1', 'ann'))).toEqual([connection('1'), ann])
    expect(connections.add(client('2', 'ann'))).toEqual([connection('2'), ann])
    expect(connections.add(client('3'))).toEqual([connection('3')])
  })

  it('remove() removes a connection from all targets, and returns the targets that have no connection left', () => {
    const connections = new LocalConnections()
    const [one, two] = [client('1', 'ann'), client('2', 'ann')]
    for (const member of [one, two]) {
      connections.add(member)
      connections.addToGroup(member, 'room')
    }
    connections.addToGroup(one, 'own')
    expect(connections.remove(one)).toEqual([connection('1'), { to: 'group', name: 'own' }])
    for (const target of [all, ann, room]) expect([...connections.matching(target)]).toEqual([two])
    expect(connections.remove(two)).toEqual([connection('2'), ann, room])
    for (const target of [all, ann, room]) expect([...connections.matching(target)]).toEqual([])
  })

  it('a connection can leave one group and stay in another group', () => {
    const connections = new LocalConnections()
    const one = client('1')
    connections.addToGroup(one, 'room')
    connections.addToGroup(one, 'other')
    expect(connections.removeFromGroup(one, 'room')).toBe(true)
    expect(connections.removeFromGroup(one, 'room')).toBe(false)
    expect([...connections.matching(room)]).toEqual([])
    expect([...connections.matching({ to: 'group', name: 'other' })]).toEqual([one])
  })
})
