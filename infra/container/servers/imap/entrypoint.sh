# Writes the settings that are not in the image, then becomes Dovecot.
# PASSWORD_FILE: the password of every mailbox. MAIL_UID, MAIL_GID: owner of the mailboxes, the mail catcher's user.
set -eu
chown "$MAIL_UID:$MAIL_GID" /var/mail/boxes
umask 077
cat >/run/dovecot-secret.conf <<END
mail_uid = $MAIL_UID
mail_gid = $MAIL_GID
passdb {
  driver = static
  args = password=$(cat "$PASSWORD_FILE")
}
END
exec /usr/sbin/dovecot -F
