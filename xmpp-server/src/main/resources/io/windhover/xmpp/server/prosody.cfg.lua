-- Written anew at every start; changes here do not last.
daemonize = false
run_as_root = true
umask = "077"
data_path = @DATA@
log = { { levels = { min = "info" }, to = "file", filename = @LOG@ } }

network_backend = "epoll"
network_settings = { tcp_backlog = 4096, read_timeout = 20 }
interfaces = { "127.0.0.1" }
local_interfaces = { "127.0.0.1" }
c2s_interfaces = { "127.0.0.1" }
c2s_ports = { @C2S_PORT@ }
component_interfaces = { "127.0.0.1" }
component_ports = { @COMPONENT_PORT@ }

modules_enabled = { "roster", "saslauth", "tls", "disco", "ping", "smacks" }
modules_disabled = { "s2s", "offline", "limits" }

c2s_stanza_size_limit = 1048576
component_stanza_size_limit = 4194304

-- TLS is offered; on loopback nobody has to take it.
c2s_require_encryption = false
allow_unencrypted_plain_auth = true
ssl = { key = @KEY@, certificate = @CERTIFICATE@ }

-- Accounts are written with their passwords and hashed at the first login. The passwords are
-- random, so that more rounds would protect nothing and cost every login.
authentication = "internal_hashed"
default_iteration_count = 4096

-- A worker that is gone is gone: its tasks go to others, nobody waits for it to resume.
smacks_hibernation_time = 1
smacks_max_unacked_stanzas = 0
smacks_max_ack_delay = 15

VirtualHost @DOMAIN@

Component @MANAGER@
component_secret = @SECRET@
component_conflict_resolve = "kick_old"
