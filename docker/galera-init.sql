-- HAProxy asks the nodes as this user, which may do nothing.
CREATE USER IF NOT EXISTS haproxy_check@'%';
