// Preloaded into a process, it leaves it nothing of the network but the machine itself.
const { Socket } = require('node:net');

const connect = Socket.prototype.connect;
Socket.prototype.connect = function (...args) {
  const [options] = Array.isArray(args[0]) ? args[0] : args;
  const host = typeof options === 'object' && options !== null ? options.host : args[1];
  if (host !== '127.0.0.1') throw new Error(`there is no network here, to reach ${host}`);
  return connect.apply(this, args);
};
