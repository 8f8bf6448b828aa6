import { expect, it } from 'vitest'
import { defineHub } from '../hub.ts'
import { serveFakeEndpoint } from '../testing/fake-endpoint.ts'
import { openWebSocket, PlainSocket, sendHttpRequest } from '../testing/http-client.ts'
import { serveHub } from '../testing/serve-hub.ts'

const listed = 'https://www.example.com'

async function serveListed() {
  const served = await serveFakeEndpoint()
  served.hub.origins = [listed]
  return served
}

it('[hub 15] [hub 58] a CORS preflight request succeeds without an access token, and its answer allows the requested headers', async () => {
  const { hub, port } = await serveListed()
  hub.identify = () => null
  for (const path of ['/hub', '/hub/negotiate']) {
    const { status, headers } = await sendHttpRequest(port, path, {
      method: 'OPTIONS',
      headers: {
        origin: listed,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'x-requested-with,x-tenant',
      },
    })
    expect(status).toBe(204)
    expect(headers['content-length']).toBeUndefined()
    expect(headers).toMatchObject({
      'access-control-allow-origin': listed,
      'access-control-allow-credentials': 'true',
      'access-control-allow-methods': 'GET, POST, DELETE, OPTIONS',
      'access-control-allow-headers': 'x-requested-with,x-tenant',
      'access-control-max-age': '600',
      vary: 'Origin',
    })
  }
})

it('when a CORS preflight request asks for no headers, the answer allows none', async () => {
  const { port } = await serveListed()
  const { status, headers } = await sendHttpRequest(port, '/hub', { method: 'OPTIONS', headers: { origin: listed } })
  expect([status, headers['access-control-allow-headers']]).toEqual([204, undefined])
})

it('the option origins may be a function, and a request gets 500 when the function throws', async () => {
  const failure = new Error('The list is lost.')
  const asked: string[] = []
  const origins = (origin: string) => {
    asked.push(origin)
    if (origin === 'https://broken.example.com') throw failure
    return /^https:\/\/[a-z]+\.example\.com$/.test(origin)
  }
  const { url, errors } = await serveHub(defineHub().methods({}), { origins })
  const port = Number(new URL(url).port)
  const statusFor = async (origin: string) => {
    const { status, headers } = await sendHttpRequest(port, '/hub/negotiate', { method: 'POST', headers: { origin } })
    return [status, headers['access-control-allow-origin']]
  }
  expect(await statusFor('https://shop.example.com')).toEqual([200, 'https://shop.example.com'])
  expect(await statusFor('https://shop.example.com.evil.com')).toEqual([403, undefined])
  expect(await statusFor('https://broken.example.com')).toEqual([500, undefined])
  await openWebSocket(port, '/hub', { origin: 'https://shop.example.com' })
  await expect(openWebSocket(port, '/hub', { origin: 'https://evil.com' })).rejects.toThrow('403')
  await expect(openWebSocket(port, '/hub', { origin: 'https://broken.example.com' })).rejects.toThrow('500')
  expect(errors).toEqual([failure, failure])
  expect(new Set(asked).size).toBe(4)
})

it('without the option credentials, pages of other origins may connect, but not with cookies', async () => {
  const { url } = await serveHub(defineHub().methods({}), { origins: () => true, credentials: false })
  const { headers } = await sendHttpRequest(Number(new URL(url).port), '/hub/negotiate', {
    method: 'POST',
    headers: { origin: listed },
  })
  expect(headers['access-control-allow-origin']).toBe(listed)
  expect(headers['access-control-allow-credentials']).toBeUndefined()
})

it.each(['POST', 'OPTIONS', 'GET', 'PUT'])(
  'a %s request from an origin that is not listed is refused with 403',
  async (method) => {
    const { port } = await serveListed()
    const others = [
      'https://example.com',
      `${listed}:444`,
      `${listed}.evil.com`,
      'http://www.example.com',
      'null',
      'file://',
      '',
    ]
    for (const origin of others) {
      const { status, headers } = await sendHttpRequest(port, '/hub/negotiate', { method, headers: { origin } })
      expect([origin, status]).toEqual([origin, 403])
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([])
    }
  },
)

it('[hub 16] a WebSocket from an origin that is not listed is refused with 403', async () => {
  const { hub, port } = await serveListed()
  await expect(openWebSocket(port, '/hub', { origin: 'https://evil.com' })).rejects.toThrow('403')
  await expect(openWebSocket(port, '/hub', { origin: 'null' })).rejects.toThrow('403')
  expect(hub.opened).toEqual([])
  await openWebSocket(port, '/hub', { origin: listed })
  await openWebSocket(port, '/hub', { origin: `http://127.0.0.1:${port}` })
  await openWebSocket(port)
})

it('every answer to a listed origin has CORS headers', async () => {
  const { hub, port } = await serveListed()
  const { token } = hub.expect()
  const statuses: number[] = []
  const reading = async (path: string, method: string) => {
    const { status, headers } = await sendHttpRequest(port, path, { method, headers: { origin: listed } })
    expect(headers).toMatchObject({
      'access-control-allow-origin': listed,
      'access-control-allow-credentials': 'true',
      vary: 'Origin',
    })
    statuses.push(status)
  }
  await reading('/hub/negotiate', 'POST')
  await reading(`/hub?id=${token}`, 'GET')
  await reading(`/hub?id=${token}`, 'POST')
  await reading('/hub', 'GET')
  await reading('/hub/elsewhere', 'GET')
  await reading('/hub', 'PUT')
  hub.identify = () => null
  await reading('/hub', 'GET')
  hub.identify = () => Promise.reject(new Error())
  await reading('/hub', 'GET')
  expect(statuses).toEqual([200, 200, 200, 400, 404, 405, 401, 500])
})

it('a request from the host of the server is allowed with http and https, and gets no CORS headers', async () => {
  const { port } = await serveFakeEndpoint()
  for (const headers of [
    { origin: `http://127.0.0.1:${port}` },
    { origin: `https://127.0.0.1:${port}` },
    { host: 'Example.com', origin: 'https://example.com' },
  ]) {
    const reply = await sendHttpRequest(port, '/hub/negotiate', { method: 'POST', headers })
    expect(reply.status).toBe(200)
    expect(reply.headers['access-control-allow-origin']).toBeUndefined()
  }
})

it('a request from another port of the host of the server is refused with 403', async () => {
  const { port } = await serveFakeEndpoint()
  const reply = await sendHttpRequest(port, '/hub/negotiate', {
    method: 'POST',
    headers: { origin: 'http://127.0.0.1:1' },
  })
  expect(reply.status).toBe(403)
})

it('a request with an Origin header and without a Host header is refused with 403', async () => {
  const { port } = await serveFakeEndpoint()
  for (const origin of ['undefined', 'http://undefined', 'null', 'file://']) {
    const client = new PlainSocket(port)
    client.socket.write(`POST /hub/negotiate HTTP/1.0\r\nOrigin: ${origin}\r\n\r\n`)
    expect(await client.ended()).toMatch(/^HTTP\/1\.1 403 /)
  }
})
