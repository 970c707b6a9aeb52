/** Whether a host is this machine itself; brackets around an IPv6 address do not matter. */
export function isLoopback(host: string): boolean {
  return /^(localhost|\[?::1\]?|127\.\d+\.\d+\.\d+)$/.test(host);
}
