%% Run inside ejabberd: makes the accounts that lie as files in the folder requests, one account
%% and its password a line. A file that is gone is done, and its accounts are safely on disk.
Register = fun(Line) ->
  [User, Password] = binary:split(Line, <<" ">>),
  case ejabberd_auth:try_register(User, <<"localhost">>, Password) of
    {error, exists} -> ok = ejabberd_auth:set_password(User, <<"localhost">>, Password);
    ok -> ok
  end
end,
Take = fun(Name) ->
  File = filename:join("requests", Name),
  {ok, Text} = file:read_file(File),
  lists:foreach(Register, binary:split(Text, <<"\n">>, [global, trim_all])),
  ok = mnesia:sync_log(),
  ok = file:delete(File)
end,
IsRequest = fun(Name) -> filename:extension(Name) =:= ".accounts" end,
Watch = fun Again() ->
  case file:list_dir("requests") of
    {ok, Names} -> lists:foreach(Take, lists:filter(IsRequest, Names));
    {error, _} -> ok
  end,
  timer:sleep(50),
  Again()
end,
spawn(Watch).
